// Checks names in bench.json that its schema cannot: integers of the contract, tasks, kinds of
// input.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "base/json/schema_mistakes.h"
#include "lab/manifest.h"

namespace warpgrade {

/// Mistakes in a bench.json that is valid by its schema but does not fit the lab.
std::vector<SchemaMistake> bench_mistakes(const nlohmann::json& bench, const Lab& lab);

}  // namespace warpgrade
