#include "remedy/pitches.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// The variables that hold a pitch: those of cudaMallocPitch, and parameters that are given one.
Pitches::Names Pitches::pitches() const {
  Names names;
  for (const Function& f : code_.functions())
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.is(i, "cudaMallocPitch") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() > 1 && code_.is(given[1].begin, "&") && given[1].end == given[1].begin + 2)
        names.emplace(&f, code_.spelled(given[1].begin + 1, given[1].end));
    }
  bool more = !names.empty();
  while (more) {
    more = false;
    for (const Function& f : code_.functions()) more |= hand_on(f, names);
  }
  return names;
}

/// Adds the parameters to which the function hands its pitches; whether there was a new one.
bool Pitches::hand_on(const Function& f, Names& names) const {
  bool more = false;
  const auto give = [&](std::size_t callee, const std::vector<Range>& given) {
    for (const Function& to : code_.functions()) {
      if (!code_.is(callee, to.name) || to.parameters.size() != given.size()) continue;
      for (std::size_t p = 0; p < given.size(); ++p)
        if (names.count({&f, code_.spelled(given[p].begin, given[p].end)}) != 0)
          more |= names.emplace(&to, to.parameters[p].name).second;
    }
  };
  for (const Launch& each : launches(f)) give(each.name, each.arguments);
  for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
    if (code_.tokens()[i].kind == Kind::identifier && code_.is(i + 1, "("))
      give(i, arguments(i + 1));
  return more;
}

/// The type of the pointer to elements that the token names; empty for anything else.
std::string Pitches::pointer(const Function& f, std::size_t token) const {
  for (const Variable& v : list_pointers(f)) {
    std::string type = v.type;
    if (!code_.is(token, v.name) || type.find('*') == type.npos) continue;
    type.resize(type.find('*') + 1);
    std::string plain = without_const(type);
    std::erase(plain, ' ');
    if (plain != "char*" && plain != "void*" && plain != "uint8_t*") return type;
  }
  return "";
}

void Pitches::in_bytes() {
  const Names names = pitches();
  std::vector<Piece> all;
  Cause cause;
  for (const Function& f : code_.functions())
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (names.count({&f, std::string(code_.tokens()[i].text)}) == 0) continue;
      if (!code_.is(i - 1, "*") && !code_.is(i + 1, "*")) continue;
      const Range product = code_.is(i - 1, "*") ? Range{left_operand(i - 1).begin, i + 1}
                                                 : Range{i, right_operand(i + 1).end};
      const std::string type =
          code_.is(product.begin - 1, "+") ? pointer(f, product.begin - 2) : "";
      const std::string text = code_.spelled(product.begin, product.end);
      const auto found = [&](Range range, const std::string& by, const std::string& of) {
        all.push_back({range, by});
        if (!cause.known())
          cause =
              because("code.pitch-in-bytes", {{"pitch", code_.spelled(i, i + 1)}, {"array", of}});
      };
      if (!type.empty()) {
        const std::string base = code_.spelled(product.begin - 2, product.begin - 1);
        const std::string bytes = type.starts_with("const") ? "(const char*)" : "(char*)";
        const std::string moved = "((" + type + ")(" + bytes + base + " + " + text + "))";
        const bool alone =
            code_.is(product.begin - 3, "return") || code_.is(product.begin - 3, "=");
        found({product.begin - 2, product.end},
              alone && code_.is(product.end, ";") ? moved.substr(1, moved.size() - 2) : moved,
              base);
        continue;
      }
      // An index: array[row * pitch + column]
      std::size_t open = product.begin;
      while (open > f.open && !code_.is(open, "[") && !code_.is(open, ";")) --open;
      if (!code_.is(open, "[") || code_.partner(open) < product.end) continue;
      const std::string element = pointer(f, open - 1);
      if (!element.empty())
        found({i, i + 1},
              "(" + code_.spelled(i, i + 1) + " / sizeof(*" + code_.spelled(open - 1, open) + "))",
              code_.spelled(open - 1, open));
    }
  if (!all.empty()) replace_all(std::move(all), std::move(cause));
}

}  // namespace warpgrade::remedy
