#include "plot/curves.h"

#include <algorithm>

#include "plot/axes.h"

namespace warpgrade {

void order_as_they_end(std::vector<Series>& series) {
  for (Series& one : series) {
    std::sort(one.points.begin(), one.points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
  }
  std::stable_sort(series.begin(), series.end(), [](const Series& a, const Series& b) {
    return a.points.back().y > b.points.back().y;
  });
}

std::vector<double> all_values(const std::vector<Series>& series, double Point::*which) {
  std::vector<double> values;
  for (const Series& one : series)
    for (const Point& point : one.points) values.push_back(point.*which);
  return values;
}

void set_y_axis(Figure& figure, const PlottedQuantity& quantity, bool log) {
  figure.y.label = quantity.unit.empty() && quantity.label.rfind("Speedup", 0) != 0
                       ? "Rate (" + quantity.label + ")"
                       : quantity.label;
  figure.y.log = log;
  if (log) figure.y.ticks = log_ticks(all_values(figure.series, &Point::y), quantity.unit);
}

}  // namespace warpgrade
