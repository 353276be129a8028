// Explains violations of a JSON schema to the author of the file, without schema terms.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpgrade {

struct SchemaMistake {
  std::string place;  // a JSON pointer; "" is the whole document
  std::string what;   // what was found, and what to write
};

/// All mistakes in `document`. Supports the keywords used in labs/*.schema.json. Two keywords are
/// extensions: "noun" describes a value ("a time"), and "write" says what to write instead.
std::vector<SchemaMistake> schema_mistakes(const nlohmann::json& document,
                                           const nlohmann::json& schema);

}  // namespace warpgrade
