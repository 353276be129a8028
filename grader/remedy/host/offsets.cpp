#include "remedy/host/offsets.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Whether the offset is no member of an object that another loop runs over: `for (Part& p :
/// parts)`.
bool Offsets::is_known(const Function& f, const std::string& offset, std::size_t token) const {
  bool runs = false, here = false;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    for (std::size_t i = s.begin + 2; code_.is(s.begin, "for") && i < code_.partner(s.begin + 1);
         ++i)
      if (code_.is(i + 1, ":") &&
          offset.find(std::string(code_.tokens()[i].text) + ".") != offset.npos) {
        runs = true;
        here |= s.begin <= token && token < s.end;
      }
  }
  return !runs || here;
}

void Offsets::of_copies() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    std::vector<Range> plain;  // start addresses without an offset
    std::vector<std::string> offsets;
    const auto add = [&](const std::string& offset) {
      if (std::find(offsets.begin(), offsets.end(), offset) == offsets.end())
        offsets.push_back(offset);
    };
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (code_.tokens()[i].text.rfind("cudaMemcpy", 0) != 0 || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      const bool peer = code_.tokens()[i].text.starts_with("cudaMemcpyPeer");
      for (const std::size_t which : {std::size_t{0}, std::size_t{peer ? 2U : 1U}}) {
        if (which >= given.size()) continue;
        const auto [begin, end] = given[which];
        if (code_.tokens()[begin].kind != Kind::identifier) continue;
        std::size_t plus = begin;
        while (plus < end && !code_.is(plus, "+") && !code_.is(plus, "("))
          plus = code_.is(plus, "[") ? code_.partner(plus) + 1 : plus + 1;
        if (plus == end) plain.push_back(given[which]);
        if (plus >= end || !code_.is(plus, "+")) continue;
        add(code_.spelled(plus + 1, end));
        // Of `rows * plane` also `plane`.
        if (code_.is(end - 2, "*") && code_.tokens()[end - 1].kind == Kind::identifier)
          add(code_.spelled(end - 1, end));
        // Of `(rows + 1) * plane` also `rows * plane`.
        if (const std::size_t close = code_.is(plus + 1, "(") ? code_.partner(plus + 1) : plus;
            close > plus + 4 && code_.is(close - 2, "+") && code_.is(close - 1, "1"))
          add(code_.spelled(plus + 2, close - 2) + spelled_behind(close, end));
      }
    }
    std::stable_sort(offsets.begin(), offsets.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    for (const std::string& offset : offsets)
      for (const Range& start : plain)
        if (is_known(f, offset, start.begin))
          instead(start, code_.spelled(start.begin, start.end) + " + " + offset,
                  because("code.offset-missing", {{"offset", offset}}));
  }
}

}  // namespace warpgrade::remedy
