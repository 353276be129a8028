#include "remedy/slots.h"

#include <algorithm>
#include <map>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

constexpr std::size_t most = 12;  // places in one function

}  // namespace

void Slots::given() {
  for (const Function& f : code_.functions()) {
    std::size_t made = 0;
    for (const Slot& slot : list_slots(f)) {
      const auto [begin, end] = slot.range;
      const bool starts =
          code_.is(begin - 1, "=") || code_.is(begin - 1, "(") || code_.is(begin - 1, ",");
      const bool ends = code_.is(end, ";") || code_.is(end, ")") || code_.is(end, ",");
      if (starts && ends && made++ < most) put(f, {slot});
    }
  }
}

void Slots::parities() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 2; i + 4 < f.close; ++i) {
      const bool rest = code_.is(i, "%") && code_.is(i + 1, "2");
      if (!rest || code_.tokens()[i - 1].kind != Kind::identifier) continue;
      const bool even = code_.is(i + 3, "0"), equal = code_.is(i + 2, "==");
      const std::string value = code_.spelled(i - 1, i + 2);
      const std::string most(code_.tokens()[i - 1].text);
      const bool given = std::any_of(f.parameters.begin(), f.parameters.end(),
                                     [&](const Variable& v) { return v.name == most; });
      for (const std::string& made : given ? counters(f) : std::set<std::string>{})
        if (made != most)
          instead({i - 1, i + 2}, made + " % 2",
                  because("code.parity-of-the-most", {{"most", most}, {"made", made}}));
      if ((equal || code_.is(i + 2, "!=")) && (even || code_.is(i + 3, "1")))
        instead({i - 1, i + 4}, value + (equal == even ? " != 0" : " == 0"),
                because("code.other-slot"));
      if (code_.is(i - 2, "(") && (code_.is(i + 2, ")") || code_.is(i + 2, "?")))
        instead({i - 1, i + 2}, value + " == 0", because("code.other-slot"));
    }
  }
}

/// What the function counts by `++n` or `n++` outside of the heads of loops.
std::set<std::string> Slots::counters(const Function& f) const {
  std::set<std::string> names;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || s.end != s.begin + 3) continue;
    if (code_.is(s.begin, "++")) names.insert(std::string(code_.tokens()[s.begin + 1].text));
    if (code_.is(s.begin + 1, "++")) names.insert(std::string(code_.tokens()[s.begin].text));
  }
  return names;
}

void Slots::in_subscripts() {
  for (const Function& f : code_.functions()) {
    std::map<std::string, std::vector<Slot>> read;
    std::vector<Slot> each;
    for (const Slot& slot : list_slots(f)) {
      const std::size_t open = slot.range.begin - 1;
      if (!code_.is(open, "[") || !code_.is(slot.range.end, "]") || each.size() == most) continue;
      each.push_back(slot);
      std::size_t behind = slot.range.end + 1;
      while (code_.is(behind, "[")) behind = code_.partner(behind) + 1;
      if (!is_assignment(code_.tokens()[behind].text))
        read[code_.spelled(slot.range.begin, slot.range.end)].push_back(slot);
    }
    for (const auto& [text, slots] : read)
      if (slots.size() > 1) put(f, slots);
    for (const Slot& slot : each) put(f, {slot});
  }
}

/// Variables that switch between 0 and 1: `buf ^= 1`, `buf = 1 - buf`, `buf = !buf`.
std::set<std::string> Slots::toggled_names(const Function& f) const {
  std::set<std::string> names;
  for (std::size_t i = f.open + 1; i + 3 < f.close; ++i)
    if (is_toggle(f, i)) names.insert(std::string(code_.tokens()[i].text));
  return names;
}

/// Whether a statement that switches the variable begins at `token`.
bool Slots::is_toggle(const Function& f, std::size_t token) const {
  if (code_.tokens()[token].kind != Kind::identifier) return false;
  const std::string name(code_.tokens()[token].text);
  const std::string now = without_blanks(code_.spelled(token + 1, std::min(token + 5, f.close)));
  return now.starts_with("^=1") || now == "=" + name + "^1" || now == "=1-" + name ||
         now.starts_with("=!" + name);
}

/// The places where the function uses the number of a buffer.
std::vector<Slots::Slot> Slots::list_slots(const Function& f) const {
  const std::set<std::string> toggled = toggled_names(f);
  std::vector<Slot> all;
  const auto by_two = [&](std::size_t op) {
    return (code_.is(op, "%") && code_.is(op + 1, "2")) ||
           (code_.is(op, "&") && code_.is(op + 1, "1"));
  };
  for (std::size_t i = f.open + 2; i + 6 < f.close; ++i) {
    if (is_toggle(f, i)) {  // would switch no more
      while (i < f.close && !code_.is(i, ";")) ++i;
      continue;
    }
    const std::string name(code_.tokens()[i].text), after(code_.tokens()[i + 2].text);
    const bool variable = code_.tokens()[i].kind == Kind::identifier && !code_.is(i - 1, ".");
    const bool compared = code_.is(i + 3, "==") || code_.is(i + 3, "!=");
    if (variable && code_.is(i + 1, "^") && code_.is(i + 2, "1")) {
      all.push_back({{i, i + 3}, name});
      i += 2;
    } else if (code_.is(i, "1") && code_.is(i + 1, "-") && toggled.count(after) != 0) {
      all.push_back({{i, i + 3}, after});
      i += 2;
    } else if (code_.is(i, "!") && toggled.count(std::string(code_.tokens()[i + 1].text)) != 0) {
      all.push_back({{i, i + 2}, std::string(code_.tokens()[i + 1].text)});
      i += 1;
    } else if (code_.is(i, "(") && code_.is(i + 2, "+") && code_.is(i + 3, "1") &&
               code_.is(i + 4, ")") && by_two(i + 5)) {
      all.push_back({{i, i + 7}, code_.spelled(i + 1, i + 2) + " " + code_.spelled(i + 5, i + 7)});
      i += 6;
    } else if (variable && by_two(i + 1) && !compared) {
      all.push_back({{i, i + 3}, "(" + name + " + 1) " + code_.spelled(i + 1, i + 3)});
      i += 2;
    } else if (variable && toggled.count(name) != 0) {
      const std::string text = code_.spelled(f.open, f.close);
      const bool minus = text.find("1 - " + name) != text.npos;
      all.push_back({{i, i + 1}, minus ? "1 - " + name : name + " ^ 1"});
    }
  }
  return all;
}

void Slots::put(const Function& f, const std::vector<Slot>& all) {
  std::vector<Remedy> remedies;
  std::vector<Insertion> insertions;
  for (const Slot& slot : all) {
    const Range range = slot.range;
    for (Insertion& each : around(range, "(" + asks() + " ? " + slot.other + " : (", "))"))
      insertions.push_back(std::move(each));
    // Shows the array or the name, too, so that the text is found once in its line.
    Range shown = range;
    if (code_.is(range.begin - 1, "[")) {
      shown = {range.begin - 2, range.end + 1};
      while (code_.is(shown.end, "[")) shown.end = code_.partner(shown.end) + 1;
    } else if (code_.is(range.begin - 1, "=") && range.begin > f.open + 3) {
      shown.begin = range.begin - 2;
    }
    const std::string front = code_.spelled(shown.begin, range.begin + 1);
    const std::string code =
        front.substr(0, front.size() - code_.tokens()[range.begin].length) + slot.other +
        (shown.end > range.end ? spelled_behind(range.end - 1, shown.end) : "");
    remedies.push_back({"expression.instead", "", code_.line(range.begin), code,
                        code_.spelled(shown.begin, shown.end),
                        remedies.empty() ? because("code.other-slot") : Cause{}});
  }
  propose_together(std::move(remedies), std::move(insertions));
}

}  // namespace warpgrade::remedy
