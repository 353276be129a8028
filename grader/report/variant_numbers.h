// Numbers of a variant's result that bench.json can compute with.
#pragma once

#include <map>
#include <string>

#include "report/variants_table.h"

namespace warpgrade {

/// Numbers by name: integers of the call; flops, bytes, returned, real, done.
std::map<std::string, double> collect_numbers(const VariantsReport& report,
                                              const VariantResult& result);

/// Total size of the call's arrays in bytes.
double footprint_bytes(const VariantsReport& report, const VariantResult& result);

/// The work for the roofline: as the lab's bench.json counts it (for an iterative lab, every sweep
/// requested and made), or else the minimum for solving the problem.
Work counted_work(const VariantsReport& report, const VariantResult& result);

}  // namespace warpgrade
