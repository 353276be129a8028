#include "simt/rewriter/variables/tensor_map_parameters.h"

#include <string>

#include "simt/rewriter/arguments.h"

namespace simt::rewrite {

namespace {

/// Whether the parameter in [begin, end) is a named map passed by value without __grid_constant__.
bool is_copied_map(const Program& p, std::size_t begin, std::size_t end) {
  bool map = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (p.is(i, "*") || p.is(i, "&") || p.is(i, "<") || p.is(i, "__grid_constant__")) return false;
    map = map || p.is(i, "CUtensorMap");
  }
  return map && p.is_name(end - 1) && !p.is(end - 1, "CUtensorMap") && !p.is(end - 1, "const");
}

}  // namespace

void mark_copied_tensor_maps(const Program& p, const Scopes& scopes, Edits& edits) {
  for (const Function& f : scopes.functions()) {
    if (!f.global || f.body == none) continue;
    const std::size_t close = p.partner(f.parameters);
    for (std::size_t i = f.parameters + 1; i < close;) {
      const Parameter parameter = parameter_at(p, i, close);
      if (is_copied_map(p, i, parameter.type_end))
        edits.insert_after(f.body, " ::simt::detail::is_copy_of_map(&" +
                                       std::string(p[parameter.type_end - 1].text) + ");");
      i = parameter.end + 1;
    }
  }
}

}  // namespace simt::rewrite
