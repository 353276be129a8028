// The key "hidden" of a grade's JSON, for those who read the JSON as such for the instructor.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace warpgrade {

/// Puts details and findings of hidden cases back where a grade without hidden cases has them. What
/// is no such grade, or a damaged one, stays as far as it cannot be understood.
void put_back_hidden(nlohmann::json& grade);

}  // namespace warpgrade
