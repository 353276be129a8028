// Explains syntax errors in JSON that a person wrote.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpgrade {

struct JsonMistake {
  std::size_t offset = 0;  // in bytes
  std::string what;        // what was found, and what to write
};

/// The first mistake; nothing if the text is JSON (RFC 8259). Also rejects duplicate keys in an
/// object and more than 100 nested brackets.
std::optional<JsonMistake> find_json_mistake(std::string_view text);

}  // namespace warpgrade
