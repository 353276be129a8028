#include "variants/variant_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.h"

namespace warpgrade {

std::string sizes_as_name(const Sizes& sizes) {
  std::string text;
  for (const auto& [name, value] : sizes)
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
  return text;
}

VariantCall resolve_call(const Lab& lab, const BenchPlan& variants, const Variant& variant,
                         const Sizes& sizes, const Sizes& set) {
  const Signature& signature = lab.tasks.front().signature;
  const auto known = [&](const std::string& name) {
    return variants.defaults.count(name) + variants.small.count(name) > 0 ||
           std::any_of(signature.parameters.begin(), signature.parameters.end(),
                       [&](const Parameter& p) { return p.name == name; });
  };
  VariantCall call;
  Case& c = call.on;
  c.input = variants.input;
  c.sizes = variants.defaults;
  for (const auto& [name, value] : variants.small)
    if (std::find(lab.constants.begin(), lab.constants.end(), name) != lab.constants.end())
      c.sizes.emplace(name, value);
  for (const auto& [name, value] : variant.arguments) c.sizes[name] = value;
  for (const auto& [name, value] : sizes) {
    if (!known(name))
      throw UsageError(fmt::format("lab {} has no size '{}'", lab.name, name),
                       fmt::format("Example: --size {}.", sizes_as_name(variants.small)));
    c.sizes[name] = value;
  }
  for (const auto& [name, value] : set) {
    if (known(name)) c.sizes[name] = call.arguments[name] = value;
  }
  for (const auto& [name, value] : variant.arguments) call.arguments[name] = c.sizes[name];
  for (const auto& [name, value] : c.sizes)
    if (call.arguments.count(name) == 0) call.sizes[name] = value;
  for (const std::string& constant : lab.constants) c.constants[constant] = c.sizes[constant];
  c.name = sizes_as_name(call.sizes);
  return call;
}

}  // namespace warpgrade
