#include "diagnosis/answer_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace warpgrade {

std::string element_name(const std::string& array, std::size_t cols, std::size_t index,
                         std::size_t depth) {
  if (cols <= 1) return fmt::format("{}[{}]", array, index);
  if (depth > 0)
    return fmt::format("{}[{}][{}][{}]", array, index / cols / depth, index / cols % depth,
                       index % cols);
  return fmt::format("{}[{}][{}]", array, index / cols, index % cols);
}

std::vector<std::size_t> wrong_elements(const Answer& answer) {
  const Expected& e = *answer.expected;
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < e.values.size(); ++i) {
    if (!accepts(answer.found[i], e.values[i], e.bound[i])) wrong.push_back(i);
  }
  return wrong;
}

double share_of_bound(const Answer& answer) {
  const Expected& e = *answer.expected;
  double most = 0;
  for (std::size_t i = 0; i < e.values.size(); ++i) {
    const double error = std::abs(answer.found[i] - e.values[i]);
    if (error > 0) most = std::max(most, error / e.bound[i]);
  }
  return most;
}

namespace {

/// The array's shape: "rows" and "columns", or "elements" of a vector.
std::vector<Fact> describe_shape(const Region& region) {
  if (region.cols <= 1) return {{"elements", region.rows}};
  return {{"rows", region.rows}, {"columns", region.cols}};
}

Cause written_outside(const char* id, const Region& region, std::size_t count, std::size_t distance,
                      std::string element) {
  Cause cause = because(id, {{"array", region.name},
                             {"count", count},
                             {"distance", distance},
                             {"element", std::move(element)}});
  for (Fact& fact : describe_shape(region)) cause.facts[fact.name] = std::move(fact.value);
  return cause;
}

}  // namespace

Causes broken_guards(const CallImage& image, const std::vector<std::byte>& returned) {
  for (const Region& region : image.regions) {
    const std::size_t element = image.element_bytes(region);
    if (region.begin + region.bytes > returned.size()) continue;
    const auto changed = [&](std::size_t from, std::size_t to) {
      std::vector<std::size_t> places;
      for (std::size_t at = from; at + element <= to; at += element) {
        if (!image.is_poison(returned, region, at)) places.push_back(at);
      }
      return places;
    };
    const std::size_t end = region.array + region.array_bytes + region.overflow_bytes;
    const auto before = changed(region.begin, region.array);
    const auto behind = changed(end, region.begin + region.bytes);
    if (!behind.empty()) {
      const std::size_t index = (behind.front() - region.array) / element;
      const std::size_t past = index - region.rows * region.cols;
      // For a vector, the place would repeat the distance.
      const std::string place = region.cols > 1
                                    ? element_name(region.name, region.cols, index, region.depth)
                                    : std::string{};
      return {written_outside("bounds.written-behind", region, behind.size(), past + 1, place)};
    }
    if (!before.empty())
      return {written_outside("bounds.written-before", region, before.size(),
                              (region.array - before.back()) / element, region.name + "[0]")};
  }
  return {};
}

Causes changed_inputs(const CallImage& image, const std::vector<std::byte>& returned) {
  for (const Region& region : image.regions) {
    const std::size_t element = image.element_bytes(region);
    if (region.role != Role::input || region.begin + region.bytes > returned.size()) continue;
    for (std::size_t i = 0; i < region.rows * region.cols; ++i) {
      const std::size_t at = region.array + i * element;
      if (std::memcmp(image.bytes.data() + at, returned.data() + at, element) == 0) continue;
      return {because("input.changed",
                      {{"array", region.name},
                       {"element", element_name(region.name, region.cols, i, region.depth)},
                       {"before", fmt::format("{}", image.element(image.bytes, region, i))},
                       {"after", fmt::format("{}", image.element(returned, region, i))}})};
    }
  }
  return {};
}

}  // namespace warpgrade
