#include "simt/rewriter/checks/unused_results.h"

#include <array>
#include <string_view>

namespace simt::rewrite {
namespace {

/// Of CUDA, with its scopes: a function of the program may do more than one atomic.
bool is_atomic(const Scopes& scopes, std::string_view name) {
  if (!name.starts_with("atomic") || !scopes.named(name).empty()) return false;
  std::string_view what = name.substr(6);
  for (const std::string_view scope : {"_block", "_system"})
    if (what.ends_with(scope)) what.remove_suffix(scope.size());
  constexpr std::array<std::string_view, 11> all = {"Add", "Sub", "Exch", "Min", "Max", "Inc",
                                                    "Dec", "CAS", "And",  "Or",  "Xor"};
  for (const std::string_view each : all)
    if (what == each) return true;
  return false;
}

bool begins_statement(const Program& p, std::size_t i) {
  if (p.is(i - 1, ";") || p.is(i - 1, "{") || p.is(i - 1, "}") || p.is(i - 1, "else") ||
      p.is(i - 1, "do"))
    return true;
  if (!p.is(i - 1, ")") || p.partner(i - 1) == none || p.partner(i - 1) == 0) return false;
  const std::size_t head = p.partner(i - 1) - 1;
  return p.is(head, "if") || p.is(head, "for") || p.is(head, "while");
}

}  // namespace

void mark_unused_results(const Program& p, const Scopes& scopes, Edits& edits) {
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    if (!p.is_identifier(i) || !p.is(i + 1, "(") || p.partner(i + 1) == none ||
        !p.is(p.partner(i + 1) + 1, ";") || !begins_statement(p, i) ||
        !is_atomic(scopes, p[i].text))
      continue;
    const Function* f = scopes.function(i);
    if (f != nullptr && f->runs_on_device() && f->body != none && i >= f->body)
      edits.insert_before(i, "::simt::detail::result_is_unused(), ");
  }
}

}  // namespace simt::rewrite
