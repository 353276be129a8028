// Numbers of a result of a variant that the lab's bench.json computes with.
#pragma once

#include <map>
#include <string>

#include "report/variants_table.h"

namespace warpgrade {

/// Numbers by name: integers of the call; flops, bytes, returned, real, done.
std::map<std::string, double> collect_numbers(const VariantsReport& report,
                                              const VariantResult& result);

/// Bytes of the arrays of the call.
double footprint_bytes(const VariantsReport& report, const VariantResult& result);

/// The work that the roofline stands for: as the lab's bench.json counts it (of an iterative lab,
/// every sweep that was asked for and made), else the least that the problem can be solved with.
Work counted_work(const VariantsReport& report, const VariantResult& result);

}  // namespace warpgrade
