R"js(
// Comfort only: every region is a link to the other side without it.
"use strict";
(() => {
  const pairs = [...document.querySelectorAll(".pair")];
  const shown = new Map();  // pair -> the region that is lit

  const first = (side, region) => side.querySelector(`[data-region="${region}"]`);

  // Lights a region and brings it to the same height on both sides: that of `fixed`, or a third down.
  const show = (pair, region, fixed) => {
    const sides = [...pair.querySelectorAll(".side")];
    if (sides.length < 2 || sides.some((side) => !first(side, region))) return;
    for (const line of pair.querySelectorAll(".now")) line.classList.remove("now");
    for (const line of pair.querySelectorAll(`[data-region="${region}"]`)) line.classList.add("now");
    const height = fixed
      ? first(fixed, region).offsetTop - fixed.scrollTop
      : sides[0].clientHeight / 3;
    for (const side of sides) {
      if (side !== fixed) side.scrollTop = first(side, region).offsetTop - height;
    }
    shown.set(pair, Number(region));
    const all = pair.querySelectorAll(".regions li").length;
    pair.querySelector(".status").textContent = `Match ${region} of ${all}`;
  };

  // Of open pairs the one that fills most of the window; the first one where none is in it.
  const inSight = () => {
    let best = pairs.find((pair) => pair.open) || null, most = 0;
    for (const pair of pairs) {
      if (!pair.open) continue;
      const box = pair.getBoundingClientRect();
      const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
      if (seen > most) [best, most] = [pair, seen];
    }
    return best;
  };

  const step = (by) => {
    const pair = inSight();
    if (!pair) return;
    const all = pair.querySelectorAll(".regions li").length;
    if (all === 0) return;
    const now = shown.get(pair);
    show(pair, now === undefined ? (by > 0 ? 1 : all) : (now - 1 + by + all) % all + 1);
    const sides = pair.querySelector(".sides").getBoundingClientRect();
    if (sides.top < 0 || sides.bottom > innerHeight) pair.querySelector(".sides").scrollIntoView();
  };

  for (const pair of pairs) {
    pair.addEventListener("click", (event) => {
      if (String(getSelection()) !== "") return;  // to mark text is no click
      const line = event.target.closest(".l[data-region]");
      const link = event.target.closest("[data-show]");
      if (!line && !link) return;
      event.preventDefault();
      if (line) show(pair, line.dataset.region, line.closest(".side"));
      else show(pair, link.dataset.show, null);
      if (link) pair.querySelector(".sides").scrollIntoView();
    });
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });

  // A link to a pair opens it.
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const pair = target && target.closest(".pair");
    if (pair && !pair.open) {
      pair.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();
})();
)js"
