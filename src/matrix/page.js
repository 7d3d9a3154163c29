"use strict";
// The reasons of cells, and the message that the address names.
(() => {
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add("scripted");

  const grids = [...document.querySelectorAll("table.grid")];
  const columnNames = (grid) => [...grid.tHead.rows[1].cells].map((cell) => cell.dataset.name);

  const panel = byId("detail");
  let shown = null;

  const show = (cell) => {
    if (cell === shown) return;
    if (shown) shown.classList.remove("at");
    shown = cell;
    cell.classList.add("at");
    const grid = cell.closest("table");
    const release = cell.parentElement.dataset.release;
    const name = columnNames(grid)[cell.cellIndex - 1];
    const what = grid.id === "compilers" ? name : `capability ${name}`;
    byId("detail-title").textContent = `CUDA ${release}, ${what}: ${cell.querySelector("b").textContent}`;
    byId("detail-message").textContent = `${cell.dataset.why}.`;
    panel.querySelectorAll("ul").forEach((list, i) => { list.hidden = i !== Number(cell.dataset.sources); });
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
        (panel.querySelector("ul:not([hidden]) a") || byId("detail-close")).focus();
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

  const openMessage = () => {
    const message = byId(location.hash.slice(1));
    if (!message?.matches("details")) return;
    message.open = true;
    message.scrollIntoView();
  };
  window.addEventListener("hashchange", openMessage);
  openMessage();
})();
