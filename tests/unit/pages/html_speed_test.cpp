// A measurement of speed as a picture.
#include "pages/html_speed.h"

#include <cmath>

#include "pages/html.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/class_samples.h"
#include "tests/unit/samples/html_reader.h"

using namespace warpgrade;
using samples::Reader;

namespace {

std::vector<std::string> labels(const PerformanceResult& speed) {
  std::vector<std::string> found;
  const Reader page("<!DOCTYPE html><div>" + html::speed_figures(speed) + "</div>");
  for (const auto* figure : page.with_class("speed"))
    found.push_back(figure->attributes.at("aria-label"));
  return found;
}

}  // namespace

TEST_CASE("what was measured is drawn, and told in words") {
  const auto found = labels(samples::measured(0.706, 0.00194, 4, "library"));
  REQUIRE(found.size() == 2);
  CHECK_THAT(found[0], Catch::Contains("0.706 times the speed of the library (cublas), between "
                                       "0.692 and 0.717, earns 2.5 of 4 points. All points from "
                                       "0.9."));
  CHECK_THAT(found[1], Catch::Contains("yours 2.75 ms, the library (cublas) 1.94 ms"));
}

TEST_CASE("the champion is drawn for who has all points") {
  PerformanceResult slower = samples::measured(0.7, 0.00194, 4, "library");
  PerformanceResult speed = samples::measured(1.25, 0.00194, 4, "library");
  slower.champion = speed.champion = 2.5;
  speed.champion_on = "NVIDIA H100";
  CHECK_THAT(html::speed_figures(slower), !Catch::Contains("champion"));
  CHECK_THAT(html::speed_figures(speed), Catch::Contains("our champion 2.5×<"));
  CHECK_THAT(labels(speed)[0], Catch::Contains("Our champion reached 2.5 (NVIDIA H100)."));
}

TEST_CASE("what was not measured is not drawn") {
  CHECK(html::speed_figures(samples::speed("solution", 4)).empty());
  PerformanceResult broken = samples::measured(1, 1, 4);
  broken.ratio = std::nan("");
  CHECK(html::speed_figures(broken).empty());
  // A grade of before curves were kept: the times alone.
  PerformanceResult old = samples::measured(1, 1, 4);
  old.curve.clear();
  CHECK(labels(old).size() == 1);
}

TEST_CASE("no number leaves the picture, however fast or slow") {
  for (const double ratio : {1e-9, 0.01, 0.2, 0.9, 1.0, 399.0, 1e9}) {
    PerformanceResult speed = samples::measured(ratio, 0.002, 4);
    speed.samples.push_back(1e9);
    speed.low = 0;
    const Reader page("<!DOCTYPE html><div>" + html::speed_figures(speed) + "</div>");
    CAPTURE(ratio);
    for (const auto& element : page.elements)
      for (const char* const name : {"x", "cx", "width"})
        if (const auto at = element.attributes.find(name); at != element.attributes.end()) {
          CHECK(std::stod(at->second) >= 0);
          CHECK(std::stod(at->second) <= 340);
        }
  }
}

TEST_CASE("the page of a timed grade holds its pictures") {
  const Reader page(html_page(samples::graded_with("matmul", 0.8, "")));
  CHECK(page.with_class("speed").size() == 2);
}
