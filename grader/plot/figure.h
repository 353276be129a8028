// A figure as data, independent of the drawing tool.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

struct Point {
  double x = 0;
  double y = 0;
  double low = 0, high = 0;  // the spread of y over the calls; both equal y for a single call
  bool verified = true;      // verified against the expected result
};

struct Series {
  std::string name;
  enum class Look { device, library, cpu, other_cpu } look = Look::device;
  int style = 0;  // the same number has the same style in all figures of a lab
  std::vector<Point> points;
};

struct Tick {
  double at = 0;
  std::string label;  // "": a minor tick
};

struct Axis {
  std::string label;  // with its unit
  bool log = true;
  std::vector<Tick> ticks;  // empty: the drawing tool chooses
};

struct Figure {
  enum class Kind { lines, bars };

  std::string name;  // base name of its files
  std::string title;
  Kind kind = Kind::lines;
  Axis x, y;
  std::vector<Tick> top;  // the sizes, if x is something else
  std::string top_label;
  std::vector<std::string> categories;  // of bars: point i of a series belongs to category i
  std::vector<Series> series;           // in the order of the legend: by their right ends
  std::vector<Series> limits;           // lines without marks: limits of the device
  std::string warning;                  // a short, prominent warning
  std::vector<std::string> remarks;     // remarks in whole sentences
  std::string small_print;              // machine and date
};

}  // namespace warpgrade
