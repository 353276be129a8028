// Stable names for graders who should not know whose work they grade.
#pragma once

#include <filesystem>
#include <string>

namespace warpgrade {

/// The purpose of the gradebook's secret that pseudonyms are made from.
inline constexpr const char* pseudonym_secret = "pseudonyms";

/// That secret of the gradebook in a batch's --out, which is made if there is none yet.
std::string make_pseudonym_secret(const std::filesystem::path& folder);

/// "anon-3f9a2c1b7d": the same for the same secret and student. Nobody can derive one from the
/// other without the secret.
std::string pseudonym(const std::string& secret, const std::string& student);

bool is_pseudonym(const std::string& name);

}  // namespace warpgrade
