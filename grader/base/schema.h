// JSON files, read and checked against a schema, with errors that a lab's author can act on.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {

/// Throws GraderError that names the file, and line and column of what is not JSON.
nlohmann::json read_json(const std::filesystem::path& file);

/// Throws GraderError that names the file, the JSON pointer of what does not fit, and what the
/// schema expects there.
void check_schema(const nlohmann::json& document, const nlohmann::json& schema,
                  const std::filesystem::path& file);

/// All that does not fit, the place as a JSON pointer and what is wrong there; nothing: it fits.
std::vector<std::pair<std::string, std::string>> schema_errors(const nlohmann::json& document,
                                                               const nlohmann::json& schema);

}  // namespace warpgrade
