// Reads JSON files and checks them against a schema, with errors for a lab's author.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json/schema_mistakes.h"

namespace warpgrade {

/// Throws GraderError with the file, line and column of a syntax error, and what to write.
nlohmann::json read_json(const std::filesystem::path& file);

/// Throws GraderError with the file, and the place and remedy of each mistake.
void require_no_mistakes(const std::vector<SchemaMistake>& mistakes,
                         const std::filesystem::path& file);

/// The same for all violations of the schema.
void check_schema(const nlohmann::json& document, const nlohmann::json& schema,
                  const std::filesystem::path& file);

/// All violations; empty if there are none.
std::vector<SchemaMistake> schema_errors(const nlohmann::json& document,
                                         const nlohmann::json& schema);

/// "labs/dot/lab.json: at /tasks/0/points: WHAT."
std::string mistake_line(const std::filesystem::path& file, const std::string& place,
                         const std::string& what);

}  // namespace warpgrade
