// What is wrong in a text that should be JSON, said to a person who wrote it by hand.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpgrade {

struct JsonMistake {
  std::size_t offset = 0;  // in bytes
  std::string what;        // what is there, and what to write
};

/// The first mistake; nothing: it is JSON (RFC 8259). Stricter than a parser where one would guess:
/// a key must not be there twice in an object, and brackets nest at most 100 deep.
std::optional<JsonMistake> find_json_mistake(std::string_view text);

}  // namespace warpgrade
