// JSON files, read and checked against a schema, with errors that a lab's author can act on.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/schema_mistakes.h"

namespace warpgrade {

/// Throws GraderError that names the file, line and column of what is not JSON, and what to write.
nlohmann::json read_json(const std::filesystem::path& file);

/// Throws GraderError that names the file, and of each mistake the place and what to write there.
void require_no_mistakes(const std::vector<SchemaMistake>& mistakes,
                         const std::filesystem::path& file);

/// Likewise, of all that does not fit the schema.
void check_schema(const nlohmann::json& document, const nlohmann::json& schema,
                  const std::filesystem::path& file);

/// All that does not fit; nothing: it fits.
std::vector<SchemaMistake> schema_errors(const nlohmann::json& document,
                                         const nlohmann::json& schema);

/// "labs/dot/lab.json: at /tasks/0/points: WHAT."
std::string mistake_line(const std::filesystem::path& file, const std::string& place,
                         const std::string& what);

}  // namespace warpgrade
