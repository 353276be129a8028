#include "judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpgrade {

std::string element_name(const std::string& array, std::size_t cols, std::size_t index) {
  if (cols <= 1) return fmt::format("{}[{}]", array, index);
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

std::string broken_guards(const CallImage& image, const std::vector<std::byte>& returned) {
  const std::size_t element = size_of(image.real);
  for (const Region& region : image.regions) {
    if (region.begin + region.bytes > returned.size()) continue;
    const auto changed = [&](std::size_t from, std::size_t to) {
      std::vector<std::size_t> places;
      for (std::size_t at = from; at + element <= to; at += element) {
        if (!image.is_poison(returned, at, 0)) places.push_back(at);
      }
      return places;
    };
    const std::size_t end = region.array + region.array_bytes + region.overflow_bytes;
    const auto before = changed(region.begin, region.array);
    const auto behind = changed(end, region.begin + region.bytes);
    if (before.empty() && behind.empty()) continue;
    const std::string shape =
        region.cols <= 1 ? fmt::format("{} element{}", region.rows, region.rows == 1 ? "" : "s")
                         : fmt::format("{}×{}", region.rows, region.cols);
    if (!behind.empty()) {
      const std::size_t index = (behind.front() - region.array) / element;
      const std::size_t past = index - region.rows * region.cols;
      const std::string place =
          region.cols > 1
              ? fmt::format(", where {} would be", element_name(region.name, region.cols, index))
              : std::string{};
      return fmt::format(
          "your code wrote behind the end of {} ({}): {} value{}, the first {} element{} past the "
          "last one{}. "
          "Guard every store by the bounds of the array.",
          region.name, shape, behind.size(), behind.size() == 1 ? "" : "s", past + 1,
          past == 0 ? "" : "s", place);
    }
    const std::size_t distance = (region.array - before.back()) / element;
    return fmt::format(
        "your code wrote before the beginning of {} ({}): {} value{}, the nearest {} element{} "
        "before {}[0]. "
        "An index became negative.",
        region.name, shape, before.size(), before.size() == 1 ? "" : "s", distance,
        distance == 1 ? "" : "s", region.name);
  }
  return {};
}

std::string changed_inputs(const CallImage& image, const std::vector<std::byte>& returned) {
  const std::size_t element = size_of(image.real);
  for (const Region& region : image.regions) {
    if (region.role != Role::input || region.begin + region.bytes > returned.size()) continue;
    for (std::size_t i = 0; i < region.rows * region.cols; ++i) {
      const std::size_t at = region.array + i * element;
      if (std::memcmp(image.bytes.data() + at, returned.data() + at, element) == 0) continue;
      return fmt::format("the input {} was changed: {} was {} and is {}. Inputs are only read.",
                         region.name, element_name(region.name, region.cols, i),
                         image.element(image.bytes, region.array, i),
                         image.element(returned, region.array, i));
    }
  }
  return {};
}

}  // namespace warpgrade
