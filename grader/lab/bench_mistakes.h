// What bench.json names beside its schema: integers of the contract, tasks, kinds of input.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "base/schema_mistakes.h"
#include "lab/manifest.h"

namespace warpgrade {

/// What does not fit the lab in a bench.json that fits its schema.
std::vector<SchemaMistake> bench_mistakes(const nlohmann::json& bench, const Lab& lab);

}  // namespace warpgrade
