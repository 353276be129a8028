#include "report/variant_numbers.h"

namespace warpgrade {
namespace {

const Rate& find_rate(const VariantsReport& report, const VariantResult& result) {
  for (const Variant& variant : report.variants.all)
    if (variant.name == result.variant) return variant.rate;
  return report.variants.rate;
}

}  // namespace

std::map<std::string, double> collect_numbers(const VariantsReport& report,
                                              const VariantResult& r) {
  std::map<std::string, double> numbers{{"flops", r.work.flops},
                                        {"bytes", r.work.bytes},
                                        {"returned", static_cast<double>(r.returned)},
                                        {"real", static_cast<double>(bytes_per_value(r.real))}};
  for (const Sizes* some : {&r.sizes, &r.arguments})
    for (const auto& [name, value] : *some) numbers[name] = static_cast<double>(value);
  numbers["done"] = r.rate * find_rate(report, r).scale * r.seconds;
  return numbers;
}

double footprint_bytes(const VariantsReport& report, const VariantResult& r) {
  return evaluate(report.variants.footprint, collect_numbers(report, r));
}

Work counted_work(const VariantsReport& report, const VariantResult& r) {
  if (report.variants.roofline_flops.empty()) return r.work;
  const auto numbers = collect_numbers(report, r);
  return {evaluate(report.variants.roofline_flops, numbers),
          evaluate(report.variants.roofline_bytes, numbers)};
}

}  // namespace warpgrade
