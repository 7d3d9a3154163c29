// The page itself: the box, the dimmed rows, the reason of a cell.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add("scripted");

  const lookup = makeLookup(data);
  const box = byId("have");

  const element = (tag, text, className) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  const grids = [...document.querySelectorAll("table.grid")];
  const columnNames = (grid) => [...grid.tHead.rows[1].cells].map((cell) => cell.dataset.name);

  const showFit = (parts, set) => {
    const asked = parts.length > 0;
    const names = new Set(parts.map((part) => part.name));
    for (const grid of grids) {
      grid.classList.toggle("asked", asked);
      [...grid.tBodies[0].rows].forEach((row, i) => row.classList.toggle("no", asked && !set[i]));
      // The first one that fits comes below the heads.
      const first = grid.tBodies[0].rows[asked ? Math.max(set.indexOf(true), 0) : 0];
      if (first) grid.closest(".scroll").scrollTop = first.offsetTop - grid.tHead.offsetHeight;
      const columns = columnNames(grid);
      const someAsked = columns.some((name) => names.has(name));
      columns.forEach((name, i) => {
        const aside = someAsked && !names.has(name);
        grid.tHead.rows[1].cells[i].classList.toggle("aside", aside);
        for (const row of grid.tBodies[0].rows) row.cells[i + 1].classList.toggle("aside", aside);
      });
    }
  };

  const countText = (parts, understood, fits) => {
    if (parts.length === 0) return "";
    if (understood.length === 0) return "Nothing was understood.";
    if (fits === null) return "Jetsons and other GPUs with one driver: that is for the command to say.";
    const count = fits.filter(Boolean).length;
    const left = understood.length < parts.length ? " What is not understood does not count." : "";
    return `${count} of ${fits.length} releases ${count === 1 ? "fits" : "fit"}` +
      `${count > 0 ? `: ${lookup.inWords(fits)}` : ""}.${left}`;
  };

  const answer = () => {
    const parts = lookup.readAll(box.value);
    const understood = parts.filter((part) => !part.wrong);
    const fits = lookup.fits(understood);
    byId("understood").replaceChildren(...parts.map((part) =>
      part.wrong ? element("li", `\u2717 ${part.wrong}`, "not") : element("li", `\u2713 ${part.says}`)));
    showFit(fits === null ? [] : understood, fits);
    byId("count").textContent = countText(parts, understood, fits);
    byId("same").replaceChildren();
    if (understood.length > 0) byId("same").append("In a shell: ", element("code", lookup.commandOf(understood)));
  };

  // --- The text of the box in the page's address, behind #, so that it can be passed on ---

  const readAddress = () => {
    let text = location.hash.slice(1);
    const message = text.startsWith("message-") && document.getElementById(text);
    if (message) {
      message.open = true;
      message.scrollIntoView();
      text = "";
    }
    let plain = text;
    try {
      plain = decodeURIComponent(text);
    } catch {
      // It was not written by this page; as it stands it is a text like any other.
    }
    box.value = plain.slice(0, box.maxLength);
    answer();
  };

  const writeAddress = () => {
    try {
      const text = encodeURIComponent(box.value).replaceAll("%2C", ",").replaceAll("%2B", "+");
      history.replaceState(null, "", `#${text}`);
    } catch {
      // Not every text can be written, and some browsers refuse where there are too many in a short time. The answer is
      // there all the same.
    }
  };

  // --- The reason of a cell ---

  const panel = byId("detail");
  let shown = null;

  const sourceItem = (number) => {
    const [id, title, locator, url, confidence] = data.sources[number];
    const item = document.createElement("li");
    const name = url && /^https?:/.test(url) ? element("a", id) : element("span", id);
    if (name.tagName === "A") {
      name.href = url;
      name.rel = "noreferrer";
    }
    item.append(name, `: ${title}${locator ? `, ${locator}` : ""}${confidence ? ` (${confidence} confidence)` : ""}`);
    return item;
  };

  const show = (cell) => {
    if (cell === shown) return;
    if (shown) shown.classList.remove("at");
    shown = cell;
    cell.classList.add("at");
    const grid = cell.closest("table");
    const release = cell.parentElement.dataset.release;
    const name = columnNames(grid)[cell.cellIndex - 1];
    const [message, sources] = data.texts[Number(cell.dataset.t)];
    const what = grid.id === "compilers" ? name : `capability ${name}`;
    byId("detail-title").textContent = `CUDA ${release}, ${what}: ${cell.querySelector("b").textContent}`;
    byId("detail-message").textContent = `${message}.`;
    byId("detail-sources").replaceChildren(...sources.map(sourceItem));
    panel.hidden = false;
    document.body.classList.add("with-panel");
  };

  const hide = () => {
    if (panel.contains(document.activeElement)) shown?.focus();
    shown?.classList.remove("at");
    shown = null;
    panel.hidden = true;
    document.body.classList.remove("with-panel");
  };

  // One cell of each grid can be reached with Tab; the arrow keys go on from there.
  const current = new Map();
  const stopAt = (cell) => {
    const grid = cell.closest("table");
    current.get(grid)?.setAttribute("tabindex", "-1");
    current.get(grid)?.removeAttribute("aria-describedby");
    cell.setAttribute("tabindex", "0");
    cell.setAttribute("aria-describedby", "detail-message");
    current.set(grid, cell);
  };

  const step = (cell, key, farther) => {
    const rows = cell.closest("tbody").rows;
    const row = cell.parentElement.sectionRowIndex;
    const column = cell.cellIndex;
    const last = cell.parentElement.cells.length - 1;
    const at = (wantedRow, wantedColumn) =>
      rows[Math.min(Math.max(wantedRow, 0), rows.length - 1)].cells[Math.min(Math.max(wantedColumn, 1), last)];
    switch (key) {
      case "ArrowUp": return at(row - 1, column);
      case "ArrowDown": return at(row + 1, column);
      case "ArrowLeft": return at(row, column - 1);
      case "ArrowRight": return at(row, column + 1);
      case "PageUp": return at(row - 10, column);
      case "PageDown": return at(row + 10, column);
      case "Home": return at(farther ? 0 : row, 1);
      case "End": return at(farther ? rows.length : row, last);
      default: return null;
    }
  };

  // What is sticky or fixed must not hide the cell.
  const bringIntoView = (cell) => {
    const scroll = cell.closest(".scroll");
    const box = cell.getBoundingClientRect();
    const around = scroll.getBoundingClientRect();
    const left = around.left + cell.parentElement.cells[0].offsetWidth;
    const top = around.top + cell.closest("table").tHead.offsetHeight;
    if (box.left < left) scroll.scrollLeft -= left - box.left;
    if (box.right > around.right) scroll.scrollLeft += box.right - around.right + 18;
    if (box.top < top) scroll.scrollTop -= top - box.top;
    if (box.bottom > around.bottom - 18) scroll.scrollTop += box.bottom - around.bottom + 18;
    const bottom = panel.hidden ? window.innerHeight : panel.getBoundingClientRect().top;
    const below = cell.getBoundingClientRect().bottom - bottom;
    if (below > 0) window.scrollBy(0, below + 8);
    const above = cell.getBoundingClientRect().top;
    if (above < 0) window.scrollBy(0, above - 8);
  };

  // The reason is there before the cell that it describes has the focus.
  const goTo = (cell) => {
    stopAt(cell);
    show(cell);
    cell.focus({ preventScroll: true });
  };

  for (const grid of grids) {
    grid.setAttribute("role", "grid");
    const cells = grid.tBodies[0];
    if (cells.rows.length > 0 && cells.rows[0].cells.length > 1) stopAt(cells.rows[0].cells[1]);
    cells.addEventListener("mouseover", (event) => {
      const cell = event.target.closest("td");
      if (cell) show(cell);
    });
    cells.addEventListener("click", (event) => {
      const cell = event.target.closest("td");
      if (!cell) return;
      goTo(cell);
    });
    cells.addEventListener("focusin", (event) => {
      const cell = event.target.closest("td");
      if (!cell) return;
      show(cell);
      bringIntoView(cell);
    });
    cells.addEventListener("keydown", (event) => {
      const cell = event.target.closest("td");
      if (!cell || event.altKey || event.metaKey) return;
      if (event.key === "Enter") {
        event.preventDefault();
        show(cell);
        (panel.querySelector("a") || byId("detail-close")).focus();
        return;
      }
      const next = step(cell, event.key, event.ctrlKey);
      if (!next) return;
      event.preventDefault();
      goTo(next);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) hide();
  });
  byId("detail-close").addEventListener("click", hide);
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", () => {
    writeAddress();
    answer();
  });
  window.addEventListener("hashchange", readAddress);
  readAddress();

  // For a browser's console, and for tests.
  window.cudastdenv = {
    ...lookup,
    releases: (text) => lookup.fits(lookup.readAll(text).filter((part) => !part.wrong))
      ?.flatMap((fits, i) => (fits ? [data.releases[i][0]] : [])) ?? null,
  };
})();
