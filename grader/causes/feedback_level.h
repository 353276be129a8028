// How much of a mistake a report reveals: lab.json and --tell set it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpgrade {

/// Each level includes those before it.
enum class FeedbackLevel {
  cause,   // what is wrong
  place,   // and in which line
  remedy,  // and how to fix it
  tried    // and a change that was tried and helps
};

std::string_view name(FeedbackLevel feedback);
std::optional<FeedbackLevel> feedback_level_named(std::string_view name);

/// The text without places ("dot.cu:31"). Texts of CUDA's errors and descriptions of arrays
/// ("allocated at dot.cu:31") contain places.
std::string text_without_places(const std::string& text);

}  // namespace warpgrade
