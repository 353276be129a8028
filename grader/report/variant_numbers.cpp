#include "report/variant_numbers.h"

namespace warpgrade {
namespace {

const Rate& rate_of(const VariantsReport& report, const VariantResult& result) {
  for (const Variant& variant : report.variants.all)
    if (variant.name == result.variant) return variant.rate;
  return report.variants.rate;
}

}  // namespace

std::map<std::string, double> numbers_of(const VariantsReport& report, const VariantResult& r) {
  std::map<std::string, double> numbers{{"flops", r.work.flops},
                                        {"bytes", r.work.bytes},
                                        {"returned", static_cast<double>(r.returned)},
                                        {"real", static_cast<double>(size_of(r.real))}};
  for (const Sizes* some : {&r.sizes, &r.arguments})
    for (const auto& [name, value] : *some) numbers[name] = static_cast<double>(value);
  numbers["done"] = r.rate * rate_of(report, r).scale * r.seconds;
  return numbers;
}

double footprint_of(const VariantsReport& report, const VariantResult& r) {
  return value_of(report.variants.footprint, numbers_of(report, r)) *
         static_cast<double>(size_of(r.real));
}

Work counted_work(const VariantsReport& report, const VariantResult& r) {
  if (report.variants.roofline_flops.empty()) return r.work;
  const auto numbers = numbers_of(report, r);
  return {value_of(report.variants.roofline_flops, numbers),
          value_of(report.variants.roofline_bytes, numbers)};
}

}  // namespace warpgrade
