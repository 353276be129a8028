// The least contrast (WCAG 2.1) of a text on a page, for the tests in a browser: each text's colour on
// the grounds of what it is in, one over the other. Returns the number and the element's name.
const least_contrast = (elements) => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return {r, g, b, a};
  };
  const over = (top, ground) => ({
    r: top.r * top.a + ground.r * (1 - top.a),
    g: top.g * top.a + ground.g * (1 - top.a),
    b: top.b * top.a + ground.b * (1 - top.a), a: 1});
  const light = ({r, g, b}) => {
    const part = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  let least = 99, where = "";
  for (const element of elements) {
    const has_text = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!has_text || element.closest("head, script, style")) continue;
    let ground = {r: 255, g: 255, b: 255, a: 1};
    const around = [];
    for (let at = element; at; at = at.parentElement) around.unshift(at);
    for (const at of around) ground = over(parse(getComputedStyle(at).backgroundColor), ground);
    const style = getComputedStyle(element);
    const text = over(parse(element.tagName === "text" ? style.fill : style.color), ground);
    const [low, high] = [light(text), light(ground)].sort((x, y) => x - y);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < least)
      [least, where] = [contrast, element.tagName + "." + element.getAttribute("class")];
  }
  return [least, where];
};
