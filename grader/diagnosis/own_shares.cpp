#include "diagnosis/own_shares.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

#include "remedy/code.h"

namespace warpgrade {
namespace {

using remedy::Code;
using remedy::Function;
using remedy::none;
using remedy::Statement;

/// A function of one file, and what in it depends on the thread.
class Shares {
 public:
  Shares(const Code& code, const Function& f) : code_(code), f_(f) {
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
      if (code.is(i, "=")) {
        std::size_t end = i + 1;
        while (end < f.close && !code.is(end, ";") && !code.is(end, ",")) ++end;
        if (uses_thread(i + 1, end)) of_thread_.insert(code.tokens()[i - 1].text);
        if (is_multiple(i + 1, end)) multiples_.insert(code.tokens()[i - 1].text);
      }
  }

  bool has(int line) const {
    const std::size_t at = code_.statement_at(f_, line);
    for (std::size_t s = at; s != none; s = code_.statements()[s].parent)
      if (const Statement& loop = code_.statements()[s]; code_.is(loop.begin, "for")) {
        const std::size_t open = loop.begin + 1, close = code_.partner(open);
        std::size_t set = open;
        while (set < close && !code_.is(set, "=")) ++set;
        const std::string_view counter = code_.tokens()[set - 1].text;
        std::size_t begin_end = set;
        while (begin_end < close && !code_.is(begin_end, ";")) ++begin_end;
        const bool by_one = (code_.is(close - 1, counter) && code_.is(close - 2, "++")) ||
                            (code_.is(close - 1, "++") && code_.is(close - 2, counter));
        if (!by_one) continue;
        return is_multiple(set + 1, begin_end) || copies(code_.statements()[at], counter);
      }
    return false;
  }

 private:
  bool uses_thread(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      if (code_.is(i, "threadIdx") || of_thread_.count(code_.tokens()[i].text) != 0) return true;
    return false;
  }

  /// Whether the thread's number is multiplied there, by what is no row's length: `t * share`.
  bool is_multiple(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (multiples_.count(code_.tokens()[i].text) != 0) return true;
      if (!code_.is(i, "*") || i == begin) continue;
      const bool bracket = code_.is(i - 1, ")");
      const std::size_t left = bracket ? code_.partner(i - 1) : i - 1;
      const bool member = code_.is(i - 2, ".") && code_.is(i - 3, "threadIdx");
      const std::string_view by = code_.tokens()[i + 1].text;
      const bool row = std::any_of(f_.parameters.begin(), f_.parameters.end(),
                                   [&](const auto& v) { return v.name == by; });
      if (!row && (member || uses_thread(left, i))) return true;
    }
    return false;
  }

  /// Whether the statement copies one element in each step: `s[t * n + j] = in[t * n + j];`
  bool copies(const Statement& s, std::string_view counter) const {
    std::size_t set = s.begin;
    while (set < s.end && !code_.is(set, "=")) ++set;
    const auto is_element = [&](std::size_t begin, std::size_t end) {
      std::size_t behind = begin + 1;
      while (code_.is(behind, "[")) behind = code_.partner(behind) + 1;
      bool counts = false;
      for (std::size_t i = begin; i < end; ++i) counts |= code_.is(i, counter);
      return behind == end && behind > begin + 1 && counts;
    };
    return set < s.end && is_element(s.begin, set) && is_element(set + 1, s.end - 1) &&
           is_multiple(s.begin, s.end);
  }

  const Code& code_;
  const Function& f_;
  std::set<std::string_view> of_thread_, multiples_;
};

}  // namespace

void name_own_share(Finding& advice, const std::map<std::string, std::string>& sources) {
  const bool scattered = advice.cause.id == "cost.column" || advice.cause.id == "cost.scattered";
  const auto source = sources.find(advice.file);
  if (!scattered || source == sources.end()) return;
  const Code code(source->second);
  const Function* f = code.function_at(advice.line);
  if (f != nullptr && f->on_device && Shares(code, *f).has(advice.line))
    advice.cause.id = "cost.own-share";
}

}  // namespace warpgrade
