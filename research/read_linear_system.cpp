// How fast an N.txt file is read: our reader against `std::ifstream >>`, the way a course program
// reads it. Both in one run, in turn, so that a slow minute of the machine hits both.
//
//   read_linear_system [ROOT [ROUNDS]]      ROOT: Warpgrade's folder (default .), ROUNDS: default 5
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "lab/data_recipes.h"
#include "lab/linear_system.h"

namespace {

using warpgrade::LinearSystem;

LinearSystem read_with_streams(const std::filesystem::path& path) {
  std::ifstream in(path);
  LinearSystem system;
  in >> system.n >> system.iterations;
  system.A.resize(system.n * system.n);
  system.b.resize(system.n);
  for (double& value : system.A) in >> value;
  std::string word;
  in >> word;
  for (double& value : system.b) in >> value;
  if (!in) throw std::runtime_error("ifstream could not read " + path.string());
  return system;
}

struct Contender {
  const char* name;
  LinearSystem (*read)(const std::filesystem::path&);
  std::vector<double> seconds = {};
  std::vector<double> cpu_seconds = {};  // of all threads; what a busy machine disturbs least
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

int run(const std::filesystem::path& root, int rounds) {
  const auto recipes = warpgrade::read_data_recipes(root);
  const auto largest = *std::max_element(recipes.begin(), recipes.end(),
                                         [](const auto& a, const auto& b) { return a.n < b.n; });
  warpgrade::make_data_file(root, largest);
  const std::filesystem::path path = root / "data" / largest.name;
  const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  fmt::print("{}: {:.1f} MB, {} rounds, {} cores\n", path.string(), megabytes, rounds,
             std::thread::hardware_concurrency());

  Contender contenders[] = {{"std::ifstream >>", read_with_streams},
                            {"read_linear_system", warpgrade::read_linear_system}};
  // Unmeasured: brings the file into the page cache, and shows that both read the same.
  if (contenders[0].read(path) != contenders[1].read(path)) {
    throw std::runtime_error("the two readers differ");
  }
  for (int round = 0; round < rounds; ++round) {
    for (Contender& contender : contenders) {
      const std::clock_t cpu_start = std::clock();
      const auto start = std::chrono::steady_clock::now();
      {
        // Freed before the clock stops: giving the memory back is part of what it costs.
        const LinearSystem system = contender.read(path);
      }
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      contender.seconds.push_back(taken.count());
      contender.cpu_seconds.push_back(static_cast<double>(std::clock() - cpu_start) /
                                      CLOCKS_PER_SEC);
    }
  }

  fmt::print("{:<20} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "reader", "median s", "fastest s",
             "slowest s", "CPU s", "MB/s");
  for (const Contender& contender : contenders) {
    const auto [fastest, slowest] =
        std::minmax_element(contender.seconds.begin(), contender.seconds.end());
    const double middle = median(contender.seconds);
    fmt::print("{:<20} {:>10.3f} {:>10.3f} {:>10.3f} {:>10.3f} {:>10.0f}\n", contender.name, middle,
               *fastest, *slowest, median(contender.cpu_seconds), megabytes / middle);
  }
  fmt::print("ratio of the medians: {:.1f}; of the CPU time: {:.1f}\n",
             median(contenders[0].seconds) / median(contenders[1].seconds),
             median(contenders[0].cpu_seconds) / median(contenders[1].cpu_seconds));
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  return run(argc > 1 ? argv[1] : ".", argc > 2 ? std::max(1, std::atoi(argv[2])) : 5);
} catch (const std::exception& error) {
  fmt::print(stderr, "read_linear_system: {}\n", error.what());
  return 3;
}
