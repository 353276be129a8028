#include "diagnosis/memory_sums.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "diagnosis/advice.h"
#include "remedy/code.h"

namespace warpgrade {
namespace {

using remedy::Code;
using remedy::Function;
using remedy::none;
using remedy::Statement;
using remedy::Token;

struct MemorySum {
  std::string element;
  int loop;  // its line
};

class MemorySums {
 public:
  MemorySums(const Code& code, const Function& f) : code_(code), f_(f) {}

  std::optional<MemorySum> at(int line) const {
    const std::size_t index = code_.statement_at(f_, line);
    if (index == none) return std::nullopt;
    const Statement& s = code_.statements()[index];
    const std::size_t element_end = is_plain_pointer(s.begin) && code_.is(s.begin + 1, "[")
                                        ? code_.partner(s.begin + 1) + 1
                                        : none;
    if (element_end == none) return std::nullopt;
    const std::string element = code_.spelled(s.begin, element_end);
    const bool updates = code_.is(element_end, "+=") || code_.is(element_end, "-=");
    const bool adds =
        code_.is(element_end, "=") &&
        code_.spelled(element_end + 1, element_end + 1 + (element_end - s.begin)) == element;
    if (!updates && !adds) return std::nullopt;
    for (std::size_t l = s.parent; l != none; l = code_.statements()[l].parent) {
      const Statement& loop = code_.statements()[l];
      if (loop.kind != Statement::Kind::loop) continue;
      if (!is_used_by_one_thread(s, loop, adds ? 2 : 1) || changes_with(loop, s.begin, element_end))
        return std::nullopt;
      return MemorySum{element, code_.line(loop.begin)};
    }
    return std::nullopt;
  }

 private:
  /// Whether it is a pointer parameter without __restrict__: with it, the compiler may keep the sum
  /// in a register.
  bool is_plain_pointer(std::size_t token) const {
    return std::any_of(f_.parameters.begin(), f_.parameters.end(), [&](const auto& v) {
      return code_.is(token, v.name) && v.type.find('*') != v.type.npos &&
             v.type.find("restrict") == v.type.npos;
    });
  }

  /// Whether no other thread can read the sum while the loop runs: the loop uses the array nowhere
  /// else, and contains no barrier.
  bool is_used_by_one_thread(const Statement& s, const Statement& loop, int uses) const {
    for (std::size_t i = loop.begin; i < loop.end; ++i) {
      if (code_.is(i, code_.tokens()[s.begin].text)) --uses;
      if (code_.tokens()[i].text.find("sync") != std::string_view::npos) return false;
    }
    return uses == 0;
  }

  /// Whether the element is another one in each round.
  bool changes_with(const Statement& loop, std::size_t begin, std::size_t end) const {
    static const std::set<std::string_view> assigning = {
        "=", "+=", "-=", "*=", "/=", "++", "--", ">>=", "<<="};
    std::set<std::string_view> set;
    for (std::size_t i = loop.begin + 1; i + 1 < loop.end; ++i)
      if (assigning.count(code_.tokens()[i].text) != 0) {
        set.insert(code_.tokens()[i - 1].text);
        set.insert(code_.tokens()[i + 1].text);
      }
    for (std::size_t i = begin + 1; i < end; ++i)
      if (code_.tokens()[i].kind == Token::Kind::identifier &&
          set.count(code_.tokens()[i].text) != 0)
        return true;
    return false;
  }

  const Code& code_;
  const Function& f_;
};

}  // namespace

void add_memory_sums(TaskResult& result, const std::map<std::string, std::string>& sources) {
  for (const KernelCosts& kernel : result.metrics) {
    long long sectors = 0;
    for (const LineCosts& line : kernel.lines) sectors += line.sectors;
    for (const LineCosts& line : kernel.lines) {
      const auto source = sources.find(line.file);
      const bool stores = line.access.find("store") != std::string::npos;
      if (source == sources.end() || !line.is_global() || !stores ||
          line.requests < enough_requests || line.sectors < share_that_matters * sectors)
        continue;
      const Code code(source->second);
      const Function* f = code.function_at(line.line);
      if (f == nullptr || !f->on_device) continue;
      if (const auto sum = MemorySums(code, *f).at(line.line))
        result.findings.push_back(
            {"repeated-access", "advice", line.file, line.line,
             because("cost.sum-in-memory", {{"element", sum->element}, {"loop", sum->loop}}), 1,
             kernel.kernel});
    }
  }
}

}  // namespace warpgrade
