// Formats a profile for the terminal and as JSON.
#pragma once

#include <string>

#include "profile/profile.h"
#include "report/style.h"

namespace warpgrade {

std::string render_profile(const ProfileResult& result, const Style& style);

/// docs/profile.md describes the keys.
std::string profile_json(const ProfileResult& result);

}  // namespace warpgrade
