// What does not fit a JSON schema, in the words of whoever writes the file: no word of schemas.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpgrade {

struct SchemaMistake {
  std::string place;  // a JSON pointer; "" is the whole document
  std::string what;   // what is there, and what to write
};

/// All mistakes in `document`, as far as the schema's keywords are among those of
/// labs/*.schema.json. Two keywords are our own: "noun" says what a value is ("a time"), "write"
/// what to write in its place.
std::vector<SchemaMistake> schema_mistakes(const nlohmann::json& document,
                                           const nlohmann::json& schema);

}  // namespace warpgrade
