"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add("scripted");

  // --- Sets of releases: an array of truths, newest release first ---

  const setOf = (bits) => Array.from(bits, (bit) => bit === "1");
  const and = (left, right) => left.map((truth, i) => truth && right[i]);
  const or = (left, right) => left.map((truth, i) => truth || right[i]);
  const not = (set) => set.map((truth) => !truth);
  const all = data.releases.map(() => true);
  const none = data.releases.map(() => false);

  // --- Names of GPUs, read as find_gpu() of the library reads them ---

  const LEFT_OUT = new Set(("geforce quadro tesla jetson agx dgx rtx gtx gt ada gpu blackwell pascal server edition nvgpu " +
    "workstation generation").split(" "));
  const VENDOR = new Set(["nvidia", "corporation", "corp", "inc"]);
  const FORM_FACTOR = new Set(("pcie sxm sxm2 sxm3 sxm4 sxm5 sxm6 ac nvl hbm2 hbm2e hbm3 fhhl hbm3e dgxs oem mig gpu with " +
    "max q maxq design").split(" "));
  const isFormFactor = (word) => FORM_FACTOR.has(word) || /^\d+(g|gb|gib|mb|mib)$/.test(word);
  // Not toLowerCase(), which makes ASCII of other letters.
  const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const wordsOf = (text) => lower(text).match(/[0-9a-z]+/g) || [];

  const gpus = data.gpus.map(([name, capability, ...others]) =>
    ({ name, capability, names: [name, ...others].map(wordsOf) }));

  const fitsName = (asked, words, mayAdd) => {
    for (const word of words) {
      if (asked.startsWith(word)) asked = asked.slice(word.length);
      else if (!mayAdd || !LEFT_OUT.has(word)) return false;
    }
    return asked === "";
  };

  const rowsThatFit = (asked) => {
    if (asked === "") return [];
    for (const mayAdd of [false, true]) {
      const rows = gpus.filter((gpu) => gpu.names.some((words) => fitsName(asked, words, mayAdd)));
      if (rows.length > 0) return rows;
    }
    return [];
  };

  const rowsOfWords = (words) => {
    for (let count = words.length; count > 0; --count) {
      const rows = rowsThatFit(words.slice(0, count).join(""));
      if (rows.length > 0 || !isFormFactor(words[count - 1])) return rows;
    }
    return [];
  };

  // The rows that a name means; of several capabilities where it is ambiguous.
  const findGpu = (name) => {
    if (new TextEncoder().encode(name).length > 128) return [];
    const text = lower(name).replaceAll("(r)", "").replaceAll("(tm)", "").replace(/[\u00ae\u2122]/g, "");
    if (/[^\t\n\r -~]/.test(text)) return [];
    const words = wordsOf(text);
    while (words.length > 0 && VENDOR.has(words[0])) words.shift();
    if (words.length > 0 && words[0].startsWith("nvidia")) words[0] = words[0].slice("nvidia".length);
    const rows = rowsOfWords(words);
    return rows.length === 0 && words[0] === "tesla" ? rowsOfWords(words.slice(1)) : rows;
  };

  // --- What was typed ---

  const readCompiler = (text) => {
    const found = /^(gcc|g\+\+|clang\+\+|clang|llvm)[-@ ]?([1-9]\d?)([.-][0-9a-z.-]+)?$/.exec(text);
    return found && (found[1].startsWith("g") ? "gcc-" : "clang-") + found[2];
  };

  const readCapability = (text) => {
    const found = /^(?:(?:sm_|compute_)([1-9]\d?)(\d)|([1-9]?\d)\.(\d)|([1-9]\d?)(\d))([af]?)$/.exec(text);
    return found && `${found[1] || found[3] || found[5]}.${found[2] || found[4] || found[6]}${found[7]}`;
  };

  const readDriver = (text) => /^[1-9]\d{0,5}(\.\d{1,6}){0,2}$/.test(text) && Number.parseInt(text, 10) >= 100
    ? text.split(".").map(Number) : null;

  const compareDrivers = (left, right) => {
    for (let i = 0; i < 3; ++i) {
      const difference = (left[i] ?? -1) - (right[i] ?? -1);
      if (difference !== 0) return difference;
    }
    return 0;
  };

  // Whether NVIDIA's lists have the product in a driver: each of `from` begins its branch, the last one all later ones.
  const knowsGpu = (driver, product) => {
    const row = data.gpuDrivers[product];
    if (!row || driver[0] < row.first || (row.end !== null && driver[0] >= row.end)) return false;
    const from = row.from.map((text) => text.split(".").map(Number));
    return from.some((one, i) =>
      compareDrivers(driver, one) >= 0 && (i === from.length - 1 || driver[0] === one[0]));
  };

  // The releases that a Jetson's driver runs: those up to the CUDA version of its JetPack.
  const jetsonDriverSet = (driver) => {
    const rows = data.jetsonDrivers.map((row) => ({ ...row, driver: row.driver.split(".").map(Number) }))
      .filter((row) => row.driver[0] === driver[0] && compareDrivers(driver, row.driver) >= 0);
    if (rows.length === 0) return none;
    const cuda = rows[rows.length - 1].cuda.split(".").map(Number);
    return data.releases.map(({ version }) => {
      const [major, minor] = version.split(".").map(Number);
      return major < cuda[0] || (major === cuda[0] && minor <= cuda[1]);
    });
  };

  // The GPUs say whose driver it is, or the capabilities where there are none.
  const driverSet = (driver, parts) => {
    const gpus = parts.filter((part) => part.kind === "gpu");
    const asked = gpus.length > 0 ? gpus : parts.filter((part) => part.kind === "capability");
    if (asked.some((part) => capabilitySets(part).jetson)) return jetsonDriverSet(driver);
    const known = gpus.every((part) => knowsGpu(driver, part.product));
    return data.releases.map((release) =>
      known && release.driver !== null && compareDrivers(driver, release.driver.split(".").map(Number)) >= 0);
  };

  // What a part of the text means: {kind, name, says} or, with `wrong`, why it means nothing.
  const read = (part) => {
    const labelled = /^(driver|gpu|capability|compute capability|cc)\b[\s:=]*(?:version\b\s*)?(.*)$/i.exec(part);
    const label = labelled && labelled[2] !== "" ? labelled[1].toLowerCase() : "";
    const text = label ? labelled[2] : part;
    const small = text.toLowerCase();
    const may = (kind) => label === "" || label === kind || (kind === "capability" && /^c(omp|c)/.test(label));
    const wrong = (why) => ({ wrong: `${part}: ${why}` });

    const compiler = label === "" && readCompiler(small);
    if (compiler && !(compiler in data.compilers)) return wrong("no compiler that these tables know");
    if (compiler) return { kind: "compiler", name: compiler, says: compiler };

    const capability = may("capability") && readCapability(small);
    if (capability && capability in data.capabilities)
      return { kind: "capability", name: capability, says: `capability ${capability}` };
    const architecture = may("capability") && Object.keys(data.architectures).find((name) => name.toLowerCase() === small);
    if (architecture) return { kind: "architecture", name: architecture, says: `${architecture} GPUs` };

    const rows = may("gpu") ? findGpu(text) : [];
    const driver = may("driver") && readDriver(text);
    const couldBeDriver = driver && (label === "driver" || text.includes(".") || text.length === 3);
    if (rows.length > 0 && couldBeDriver) return wrong(`a GPU or a driver? Write "GPU ${text}" or "driver ${text}"`);
    const capabilities = [...new Set(rows.map((row) => row.capability))];
    if (capabilities.length > 1) {
      const names = rows.map((row) => `${row.name} (${row.capability})`).join(", ");
      return wrong(`several GPUs: ${names}; write the capability instead`);
    }
    if (rows.length > 0)
      return { kind: "gpu", name: capabilities[0], product: `${rows[0].name} ${capabilities[0]}`, typed: text, says: `${rows[0].name}, capability ${capabilities[0]}` };
    if (couldBeDriver) return { kind: "driver", name: driver, typed: text, says: `driver ${text}` };
    if (capability) return wrong(`there is no capability ${capability}`);
    return wrong("not understood");
  };

  const readAll = (text) => {
    const parts = text.split(/[,;\n]/).map((part) => part.trim()).filter((part) => part !== "").map(read);
    let drivers = 0;
    return parts.map((part) =>
      part.kind === "driver" && ++drivers > 1 ? { wrong: `driver ${part.typed}: one driver only` } : part);
  };

  // --- Which releases fit: Filter in the library's matrix.hpp says how the sets go together ---

  // A family-specific capability and another one of the same number cannot be built together.
  const withoutSlotConflicts = (parts) => {
    let set = all;
    const numbers = new Map();
    for (const part of parts) {
      if (part.kind === "capability") numbers.set(part.name, all);
      if (part.kind === "architecture")
        for (const member of data.architectures[part.name].members)
          if (!numbers.has(member)) numbers.set(member, setOf(data.capabilities[member].releases));
    }
    for (const name of numbers.keys())
      if (name.endsWith("f") && numbers.has(name.slice(0, -1))) set = and(set, not(numbers.get(name.slice(0, -1))));
    return set;
  };

  const capabilitySets = (part) => {
    if (part.kind === "capability") return data.capabilities[part.name];
    if (part.kind === "architecture") return data.architectures[part.name];
    return part.kind === "gpu" ? data.gpuCapabilities[part.name] : null;
  };

  const fitting = (parts) => {
    const listed = parts.map(capabilitySets).filter((sets) => sets !== null);
    let set = withoutSlotConflicts(parts);
    let someJetson = none;
    let someOther = none;
    for (const sets of listed) {
      set = and(set, setOf(sets.releases));
      someJetson = or(someJetson, setOf(sets.asJetson));
      someOther = or(someOther, not(setOf(sets.asJetson)));
    }
    set = and(set, not(and(someJetson, someOther)));

    const onArm = listed.some((sets) => sets.jetson);
    const hosts = (sets) => {
      const [x86, server, jetson] = sets.map(setOf);
      return x86.map((truth, i) => (someJetson[i] ? jetson[i] : onArm ? server[i] : truth));
    };
    const compilers = parts.filter((part) => part.kind === "compiler");
    set = and(set, compilers.length === 0 ? hosts(data.anyCompiler)
      : compilers.map((part) => hosts(data.compilers[part.name])).reduce(or));

    for (const part of parts)
      if (part.kind === "driver") set = and(set, driverSet(part.name, parts));

    const isPublic = data.releases.map(({ preview }) => !preview);
    const publicOnes = and(set, isPublic);
    return publicOnes.includes(true) ? publicOnes : set;
  };

  // `12.0.0 to 12.9.2, 13.1.0`, oldest first; a preview that is missing ends no run.
  const inWords = (set) => {
    const runs = [];
    let run = null;
    for (let i = set.length - 1; i >= 0; --i) {
      const { version, preview } = data.releases[i];
      if (set[i] && run) run.last = version;
      else if (set[i]) runs.push(run = { first: version, last: version });
      else if (!preview) run = null;
    }
    return runs.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(", ");
  };

  // The same question for a shell.
  const commandOf = (parts) => {
    const quoted = (text) => (/^[\w.,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
    const option = (name, kinds, text) => {
      const values = parts.filter((part) => kinds.includes(part.kind)).map(text);
      return values.length === 0 ? "" : ` --${name} ${quoted(values.join(","))}`;
    };
    return "cudastdenv releases" + option("compiler", ["compiler"], (part) => part.name) +
      option("capabilities", ["capability", "architecture"], (part) => part.name) +
      option("gpu", ["gpu"], (part) => part.typed) + option("driver", ["driver"], (part) => part.typed);
  };

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

  const answer = () => {
    const parts = readAll(byId("have").value);
    const understood = parts.filter((part) => !part.wrong);
    const set = fitting(understood);
    byId("understood").replaceChildren(...parts.map((part) =>
      part.wrong ? element("li", `\u2717 ${part.wrong}`, "not") : element("li", `\u2713 ${part.says}`)));
    showFit(understood, set);
    const count = set.filter(Boolean).length;
    const left = understood.length < parts.length ? " What is not understood does not count." : "";
    byId("count").textContent = parts.length === 0 ? "" : understood.length === 0 ? "Nothing was understood." :
      `${count} of ${set.length} releases ${count === 1 ? "fits" : "fit"}${count > 0 ? `: ${inWords(set)}` : ""}.${left}`;
    byId("same").replaceChildren();
    if (understood.length > 0) byId("same").append("In a shell: ", element("code", commandOf(understood)));
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
  byId("have").addEventListener("input", answer);
  answer();

  // For a browser's console, and for tests.
  window.cudastdenv = {
    findGpu: (name) => findGpu(name).map((row) => row.capability),
    releases: (text) => fitting(readAll(text).filter((part) => !part.wrong))
      .flatMap((fits, i) => (fits ? [data.releases[i].version] : [])),
    read: readAll,
  };
})();
