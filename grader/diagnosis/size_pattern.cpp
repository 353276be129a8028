#include "diagnosis/size_pattern.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>

namespace warpgrade {
namespace {

constexpr std::size_t least_of_each = 3;
// Which of two sizes is the larger is often chance.
constexpr std::size_t least_to_compare = 6;

using Sizes = std::map<std::string, long long>;
using Property = std::function<bool(const Sizes&)>;

class Cases {
 public:
  explicit Cases(const std::vector<SizedCase>& cases) {
    for (const SizedCase& c : cases) {
      if (c.counts()) (c.wrong ? wrong_ : right_).push_back(&c.sizes);
      if (!c.counts()) with_zeros_ = true;
    }
  }

  bool are_enough(std::size_t least) const {
    return wrong_.size() >= least && right_.size() >= least;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, size] : *wrong_.front()) {
      const auto has = [&name = name](const Sizes* sizes) { return sizes->count(name) != 0; };
      if (std::all_of(wrong_.begin(), wrong_.end(), has) &&
          std::all_of(right_.begin(), right_.end(), has))
        all.push_back(name);
    }
    return all;
  }
  /// Whether all wrong cases have the property, and no right one has it.
  bool are_separated_by(const Property& property) const {
    const auto has = [&](const Sizes* sizes) { return property(*sizes); };
    return std::all_of(wrong_.begin(), wrong_.end(), has) &&
           std::none_of(right_.begin(), right_.end(), has);
  }
  std::pair<long long, long long> find_range(const std::string& name, bool wrong) const {
    long long least = std::numeric_limits<long long>::max(), most = 0;
    for (const Sizes* const sizes : wrong ? wrong_ : right_) {
      least = std::min(least, sizes->at(name));
      most = std::max(most, sizes->at(name));
    }
    return {least, most};
  }
  Cause with_counts(Cause cause) const {
    cause.facts["wrong"] = std::to_string(wrong_.size());
    cause.facts["right"] = std::to_string(right_.size());
    if (with_zeros_) cause.facts["zeros"] = "yes";
    return cause;
  }

 private:
  std::vector<const Sizes*> wrong_, right_;
  bool with_zeros_ = false;
};

bool is_power_of_two(long long size) { return std::has_single_bit(std::uint64_t(size)); }

}  // namespace

bool SizedCase::counts() const {
  return std::none_of(sizes.begin(), sizes.end(),
                      [](const auto& size) { return size.second == 0; });
}

std::optional<Cause> what_sizes_share(const std::vector<SizedCase>& cases) {
  const Cases all(cases);
  if (!all.are_enough(least_of_each)) return std::nullopt;
  const auto names = all.names();
  for (const std::string& name : names)
    if (all.are_separated_by([&](const Sizes& s) { return !is_power_of_two(s.at(name)); }))
      return all.with_counts(because("sizes.no-power-of-two", {{"name", name}}));
  for (const long long of : {1024, 512, 256, 128, 64, 32, 16, 8, 4, 3, 2}) {
    for (const std::string& name : names) {
      const auto is_multiple = [&](const Sizes& s) { return s.at(name) % of == 0; };
      if (all.are_separated_by([&](const Sizes& s) { return !is_multiple(s); }))
        return all.with_counts(
            because(of == 2 ? "sizes.odd" : "sizes.no-multiple", {{"name", name}, {"of", of}}));
      if (all.are_separated_by(is_multiple))
        return all.with_counts(
            because(of == 2 ? "sizes.even" : "sizes.multiple", {{"name", name}, {"of", of}}));
    }
  }
  for (const std::string& name : names) {
    const auto [least_wrong, most_wrong] = all.find_range(name, true);
    const auto [least_right, most_right] = all.find_range(name, false);
    if (least_wrong > most_right)
      return all.with_counts(
          because("sizes.large", {{"name", name}, {"from", least_wrong}, {"to", most_right}}));
    if (most_wrong < least_right)
      return all.with_counts(
          because("sizes.small", {{"name", name}, {"from", least_right}, {"to", most_wrong}}));
  }
  for (const std::string& one : names) {
    for (const std::string& other : names) {
      if (all.are_enough(least_to_compare) &&
          all.are_separated_by([&](const Sizes& s) { return s.at(one) < s.at(other); }))
        return all.with_counts(because("sizes.less", {{"one", one}, {"other", other}}));
      if (one < other &&
          all.are_separated_by([&](const Sizes& s) { return s.at(one) != s.at(other); }))
        return all.with_counts(because("sizes.differ", {{"one", one}, {"other", other}}));
    }
  }
  return std::nullopt;
}

}  // namespace warpgrade
