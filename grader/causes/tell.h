// How much a report tells of what is wrong: lab.json and --tell set it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpgrade {

/// Each tells what the ones before it tell, and more.
enum class Tell {
  cause,   // what is wrong
  place,   // and in which line
  remedy,  // and what to do about it
  tried    // and which change helps, as was tried in a copy of the file
};

std::string_view name(Tell tell);
std::optional<Tell> tell_named(std::string_view name);

/// The text without the places ("dot.cu:31") that stand in it. Places are in texts of CUDA's errors
/// and of what arrays are ("allocated at dot.cu:31"), which no data holds.
std::string text_without_places(const std::string& text);

}  // namespace warpgrade
