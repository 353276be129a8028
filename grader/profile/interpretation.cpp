#include "profile/interpretation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace warpgrade {
namespace {

// Above the first value the hardware is what a kernel waits for; above the second, nothing else
// matters.
constexpr double well_used = 60, at_its_limit = 80;

std::string counted(double n, const char* what) {
  return fmt::format("{:.0f} {}{}", n, what, n == 1 ? "" : "s");
}

/// Three significant digits with a suitable unit.
std::string with_unit(double value, std::initializer_list<std::pair<double, const char*>> units) {
  for (const auto& [unit, name] : units) {
    if (value >= unit * 0.9995) return fmt::format("{:.3g} {}", value / unit, name);
  }
  return fmt::format("{:.3g} {}", value / (units.end() - 1)->first, (units.end() - 1)->second);
}

/// How to speed up a memory-bound kernel, by its busiest part.
std::string on_memory(const KernelProfile& k) {
  const double memory = *k.memory;
  const auto busiest = [&](const std::optional<double>& part) {
    return part && *part > memory - 5;
  };
  if (busiest(k.dram))
    return fmt::format(
        "Memory-bound: it reaches {:.0f} % of the device memory's bandwidth. A faster variant must "
        "move less: load each value once and keep it in registers or shared memory.",
        *k.dram);
  if (busiest(k.l2))
    return fmt::format(
        "Memory-bound in the L2 cache, at {:.0f} % of its throughput{}. A faster variant asks it "
        "for less: use a value several times once it is in registers or shared memory, and let "
        "neighboring threads read neighboring elements.",
        *k.l2, k.dram ? fmt::format(", while device memory is at {:.0f} %", *k.dram) : "");
  return fmt::format(
      "Memory-bound in the L1 cache and shared memory, at {:.0f} % of their throughput{}. A faster "
      "variant loads less often: keep values in registers, let each thread compute several "
      "results, and avoid bank conflicts.",
      k.l1 ? *k.l1 : memory,
      k.dram ? fmt::format(", while device memory is at {:.0f} %", *k.dram) : "");
}

/// Neither memory nor arithmetic is busy: what the warps may wait for.
std::string on_latency(const KernelProfile& k) {
  std::string what = fmt::format(
      "Latency-bound: memory is at {:.0f} % and the multiprocessors are at {:.0f} %, neither "
      "reaches "
      "{:.0f} %. ",
      *k.memory, *k.compute, well_used);
  if (k.waves && *k.waves < 1 && k.achieved && *k.achieved < 50)
    return what + "The grid is too small to fill the GPU: more blocks, or a larger problem.";
  if (k.achieved && *k.achieved < 30)
    return what +
           "Few warps are there to work while others wait: more warps on a multiprocessor, or more "
           "independent work in each thread.";
  return what +
         "The warps are there and wait: for memory, for atomics, at barriers. More independent "
         "loads in each thread, and fewer points at which threads wait for each other, help.";
}

}  // namespace

std::string bytes_in_words(double bytes) {
  return with_unit(bytes, {{1e9, "GB"}, {1e6, "MB"}, {1e3, "KB"}, {1, "bytes"}});
}

std::string seconds_in_words(double seconds) {
  return with_unit(seconds, {{1, "s"}, {1e-3, "ms"}, {1e-6, "μs"}, {1e-9, "ns"}});
}

Sentences read_launch(const KernelProfile& k) {
  Sentences said;
  const auto blocks = k.blocks(), threads = k.threads();
  if (!blocks || !threads) return said;
  const double lanes = 32 * std::ceil(*threads / 32);
  if (k.multiprocessors && *blocks < *k.multiprocessors) {
    said.push_back(fmt::format("{} of {}: {:.0f} of {:.0f} multiprocessors idle.",
                               counted(*blocks, "block"), counted(*threads, "thread"),
                               *k.multiprocessors - *blocks, *k.multiprocessors));
  } else if (k.waves && *k.waves > 0 && *k.waves < 0.5) {
    said.push_back(fmt::format(
        "All blocks are resident at once and take {:.0f} % of the places: a larger grid would run "
        "in the same time.",
        100 * *k.waves));
  } else if (k.waves && *k.waves > 1 && *k.waves < 8 && std::ceil(*k.waves) / *k.waves > 1.2) {
    const double full = std::floor(*k.waves);
    said.push_back(fmt::format(
        "The blocks run in {:.3g} waves: after {} the last one fills only {:.0f} % of the GPU. "
        "Smaller blocks, or a number of them that suits, waste less.",
        *k.waves, counted(full, "full wave"), 100 * (*k.waves - full)));
  } else if (k.waves && *k.waves >= 1) {
    said.push_back(fmt::format("{} in {}: enough to keep all multiprocessors busy.",
                               counted(*blocks, "block"),
                               *k.waves == 1 ? "1 wave" : fmt::format("{:.3g} waves", *k.waves)));
  }
  if (*threads < lanes)
    said.push_back(fmt::format(
        "A block of {} takes {} of 32: {:.0f} of its {:.0f} lanes never work. Make it a multiple "
        "of 32.",
        counted(*threads, "thread"), counted(lanes / 32, "warp"), lanes - *threads, lanes));
  if (k.launches > 1 && k.seconds && *k.seconds < 5e-6)
    said.push_back(fmt::format(
        "It was launched {} times and runs for {}: as long as a launch itself takes. Do more in "
        "one launch.",
        k.launches, seconds_in_words(*k.seconds)));
  return said;
}

Sentences read_speed(const KernelProfile& k, double least_bytes) {
  Sentences said;
  if (k.memory && k.compute) {
    if (*k.memory < 1 && *k.compute < 1 && !(k.multiprocessors && k.blocks() < k.multiprocessors)) {
      said.push_back("It does next to nothing. Is it written yet?");
    } else if (*k.memory < well_used && *k.compute < well_used) {
      said.push_back(on_latency(k));
    } else if (*k.memory >= at_its_limit && *k.compute >= at_its_limit) {
      said.push_back(fmt::format(
          "Balanced: memory is at {:.0f} % and the multiprocessors are at {:.0f} %. Only less work "
          "of both kinds makes it faster.",
          *k.memory, *k.compute));
    } else if (*k.memory >= *k.compute) {
      said.push_back(on_memory(k));
    } else {
      said.push_back(fmt::format(
          "Compute-bound: the multiprocessors are at {:.0f} % of what they can issue. A faster "
          "variant needs fewer instructions for a result: less arithmetic on indices, no loads "
          "that can be saved, wider ones (float4).",
          *k.compute));
    }
  }
  const auto moved = k.dram_bytes();
  // If device memory is mostly idle, its traffic does not matter.
  const bool matters = k.dram.value_or(100) >= 30;
  if (moved && matters && k.launches == 1 && least_bytes > 1e6 && *moved > 2 * least_bytes)
    said.push_back(fmt::format(
        "It moved {} through device memory; the problem needs {}: {:.1f} times the least.",
        bytes_in_words(*moved), bytes_in_words(least_bytes), *moved / least_bytes));
  return said;
}

Sentences read_occupancy(const KernelProfile& k) {
  Sentences said;
  const bool fast = std::max(k.memory.value_or(0), k.compute.value_or(0)) >= at_its_limit;
  if (k.theoretical && *k.theoretical > 99.5) {
    said.push_back("Nothing limits it: a multiprocessor can hold as many warps as it has places.");
  } else if (k.theoretical) {
    const std::vector<std::string> limits = k.limited_by();
    if (limits.empty()) {
      said.push_back(
          fmt::format("{:.0f} % of a multiprocessor's places can be taken.", *k.theoretical));
    } else {
      const std::string& first = limits.front();
      const double blocks = k.blocks_by.at(first);
      const std::string cure =
          first == "registers"
              ? fmt::format(
                    "{:.0f} registers a thread: smaller blocks, fewer variables alive at "
                    "once, or __launch_bounds__",
                    k.registers.value_or(0))
          : first == "shared memory"
              ? fmt::format(
                    "{} of shared memory a block: smaller tiles",
                    bytes_in_words(k.static_shared.value_or(0) + k.dynamic_shared.value_or(0)))
          : first == "blocks" ? "a multiprocessor takes no more blocks: make them larger"
                              : "another block has too many threads to fit: other block sizes";
      said.push_back(fmt::format(
          "At most {:.0f} % of the places: {} {} {} a multiprocessor ({}).", *k.theoretical,
          fmt::join(limits, " and "),
          first == "shared memory" && limits.size() == 1 ? "limits it to" : "limit it to",
          counted(blocks, "block"), cure));
    }
    if (fast && *k.theoretical < 60)
      said.push_back("That is no harm here: the hardware is busy all the same.");
  }
  if (k.theoretical && k.achieved && *k.achieved < 0.7 * *k.theoretical)
    said.push_back(fmt::format(
        "Achieved are {:.0f} %: the grid is too small, or some blocks and warps work much longer "
        "than others.",
        *k.achieved));
  return said;
}

Sentences read_call(double call_seconds, const std::vector<KernelProfile>& kernels) {
  double seconds = 0;
  for (const KernelProfile& k : kernels) {
    if (!k.seconds) return {};
    seconds += *k.seconds * static_cast<double>(k.launches);
  }
  if (kernels.empty() || call_seconds <= 0 || seconds > 0.5 * call_seconds) return {};
  return {fmt::format(
      "Its kernels take about {} of that ({:.0f} %): the rest goes to copies, allocations, "
      "launches "
      "and waiting on the CPU. A faster kernel alone does not make the call much faster.",
      seconds_in_words(seconds), 100 * seconds / call_seconds)};
}

}  // namespace warpgrade
