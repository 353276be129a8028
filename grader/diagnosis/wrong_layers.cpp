// Places of wrong elements in a 3D array: in some layers, or along its walls.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "diagnosis/wrong_places.h"

namespace warpgrade {
namespace {

/// For each axis of the array, the layers with wrong elements.
struct Layers {
  const char* name;
  std::size_t size = 0, first = 0, last = 0;

  std::size_t count() const { return last - first + 1; }
  std::size_t last_inner() const { return size - 2; }
};

std::array<std::size_t, 3> layer_index(const AnswerView& v, std::size_t at) {
  return {at / v.cols / v.expected.depth, at / v.cols % v.expected.depth, at % v.cols};
}

std::array<Layers, 3> find_layers(const AnswerView& v) {
  const std::size_t depth = v.expected.depth;
  std::array<Layers, 3> axes = {
      {{"i", v.rows / depth, v.rows}, {"j", depth, depth}, {"k", v.cols, v.cols}}};
  for (const std::size_t at : v.wrong) {
    const std::array<std::size_t, 3> index = layer_index(v, at);
    for (std::size_t a = 0; a < 3; ++a) {
      axes[a].first = std::min(axes[a].first, index[a]);
      axes[a].last = std::max(axes[a].last, index[a]);
    }
  }
  return axes;
}

/// All wrong elements are in the last layers of two or three axes.
Pattern at_walls(const AnswerView& v, const std::array<Layers, 3>& axes, What what) {
  const auto only_at_ends = [&](const std::vector<std::size_t>& chosen) {
    return v.all_wrong_elements([&](std::size_t at) {
      const std::array<std::size_t, 3> index = layer_index(v, at);
      return std::any_of(chosen.begin(), chosen.end(),
                         [&](std::size_t a) { return index[a] == axes[a].last_inner(); });
    });
  };
  for (const std::vector<std::size_t>& chosen :
       {std::vector<std::size_t>{1, 2}, {0, 2}, {0, 1}, {0, 1, 2}}) {
    if (axes[chosen[0]].size < 5 || !only_at_ends(chosen)) continue;
    const auto layer = [&](std::size_t c) {
      return c < chosen.size()
                 ? fmt::format("{} = {}", axes[chosen[c]].name, axes[chosen[c]].last_inner())
                 : std::string();
    };
    return {because("values.at-walls", {{"first", layer(0)},
                                        {"second", layer(1)},
                                        {"third", layer(2)},
                                        {"count", 1},
                                        make_fact(what)})};
  }
  return {};
}

}  // namespace

Pattern place_in_cube(const AnswerView& v, What what) {
  if (v.wrong.size() == 1) return {only_wrong(v, what)};
  const std::array<Layers, 3> axes = find_layers(v);
  const Layers& thinnest = *std::min_element(
      axes.begin(), axes.end(),
      [](const Layers& a, const Layers& b) { return a.count() * b.size < b.count() * a.size; });
  if (2 * thinnest.count() > thinnest.size - 2)  // the walls are right anyway
    return at_walls(v, axes, what);
  return {because("values.in-layers",
                  {{"axis", thinnest.name},
                   {"from", thinnest.first},
                   {"to", thinnest.count() > 1 ? std::to_string(thinnest.last) : ""},
                   {"count", 1},
                   make_fact(what)})};
}

}  // namespace warpgrade
