// A figure as data: what is drawn where. No tool that draws it is named here.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

struct Point {
  double x = 0;
  double y = 0;
  double low = 0, high = 0;  // the spread of y over the calls; both y where there was one call
  bool verified = true;      // compared with the right answer
};

struct Series {
  std::string name;
  enum class Look { device, library, cpu, other_cpu } look = Look::device;
  int style = 0;  // the same number is drawn alike in all figures of a lab
  std::vector<Point> points;
};

struct Tick {
  double at = 0;
  std::string label;  // "": a small one
};

struct Axis {
  std::string label;  // with its unit
  bool log = true;
  std::vector<Tick> ticks;  // none: whoever draws finds some
};

struct Figure {
  enum class Kind { lines, bars };

  std::string name;  // of its files
  std::string title;
  Kind kind = Kind::lines;
  Axis x, y;
  std::vector<Tick> top;  // the sizes, where x is something else
  std::string top_label;
  std::vector<std::string> categories;  // of bars: point i of a series stands over category i
  std::vector<Series> series;           // in the order of the legend: as they end at the right
  std::vector<Series> limits;           // lines without marks: what the device can do at most
  std::string warning;                  // a few words that nobody may miss
  std::vector<std::string> remarks;     // what must be said of it; whole sentences
  std::string small_print;              // machine and date
};

}  // namespace warpgrade
