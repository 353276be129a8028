R"js(
// Sorting, searching and filtering of the grades; all that the page says stands there without it.
"use strict";
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  document.documentElement.classList.add("scripted");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows];
  const search = document.getElementById("search");
  const lab = document.getElementById("lab");
  const only = document.getElementById("only");
  const earlier = document.getElementById("earlier");
  const count = document.getElementById("count");
  const lab_column = heads.findIndex((head) => head.textContent === "Lab");

  // What is asked of every row again and again is read once, when it is first asked for.
  const keys = [];
  const keys_of = (column) => keys[column] ||= rows.map((row) => {
    const text = row.cells[column].textContent.trim();
    if (!("number" in heads[column].dataset)) return text;
    return text === "" ? null : parseFloat(text);
  });
  let texts = null;
  const text_of = (i) => (texts ||= rows.map((row) => row.textContent.toLowerCase()))[i];

  const collator = new Intl.Collator("en", {numeric: true, sensitivity: "base"});
  const sort = (column, up) => {
    const key = keys_of(column);
    const number = "number" in heads[column].dataset;
    const order = rows.map((row, i) => i);
    const sign = up ? 1 : -1;
    order.sort((a, b) => {
      const x = key[a], y = key[b];
      const no_x = x === null || x === "", no_y = y === null || y === "";
      if (no_x || no_y) return no_x - no_y || a - b;  // what is empty comes last, both ways
      return sign * (number ? x - y : collator.compare(x, y)) || a - b;
    });
    body.append(...order.map((i) => rows[i]));
    heads.forEach((head, i) => head.setAttribute(
      "aria-sort", i !== column ? "none" : up ? "ascending" : "descending"));
  };
  heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => {
    sort(column, head.getAttribute("aria-sort") !== "ascending");
  }));

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = only.value, of_lab = lab ? lab.value : "";
    const labs = of_lab ? keys_of(lab_column) : null;
    let shown = 0;
    rows.forEach((row, i) => {
      const marks = row.dataset.k;
      const good = (!wanted || marks.includes(wanted)) && (!labs || labs[i] === of_lab) &&
        (!earlier || earlier.checked || !marks.includes("e")) &&
        words.every((word) => text_of(i).includes(word));
      if (row.hidden === good) row.hidden = !good;
      shown += good;
    });
    count.textContent = shown === rows.length ? `${shown} grades` : `${shown} of ${rows.length} grades`;
  };
  let due = 0;
  search.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(filter, 80);
  });
  for (const control of [lab, only, earlier]) if (control) control.addEventListener("change", filter);
  filter();

  // "/" searches, Escape clears, the arrows go through the students.
  const links = () => rows_in_order().map((row) => row.querySelector("a")).filter(Boolean);
  const rows_in_order = () => [...body.rows].filter((row) => !row.hidden);
  addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = at && (at.tagName === "INPUT" && at.type !== "checkbox" || at.tagName === "SELECT");
    if (event.key === "/" && !typing) {
      search.focus();
      search.select();
    } else if (event.key === "Escape" && at === search) {
      search.value = "";
      filter();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") &&
               (at === search || body.contains(at))) {
      const all = links();
      const next = all[all.indexOf(at) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) next.focus();
      else if (event.key === "ArrowUp") search.focus();
      else return;
    } else {
      return;
    }
    event.preventDefault();
  });
})();
)js"
