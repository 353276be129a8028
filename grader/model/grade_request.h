// What is asked of a grade.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "causes/feedback_level.h"
#include "findings/on_finding.h"
#include "lab/real.h"
#include "toolchain/build.h"

namespace warpgrade {

struct GradeRequest {
  std::filesystem::path root;
  std::string lab;
  std::filesystem::path submission;
  std::filesystem::path shown_as;           // what reports and commands call it; empty: what it is
  std::vector<std::string> tasks;           // empty: all
  std::vector<std::string> cases;           // empty: all
  std::vector<std::filesystem::path> data;  // files that become cases of every task
  std::optional<Backend> backend;  // nothing: CUDA where there is a GPU, else the CPU engine
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;   // nothing: a secret one
  std::optional<double> call_seconds;  // instead of the lab's
  std::optional<double> task_seconds;  // likewise
  bool with_nvcc = true;  // on the CPU backend, let nvcc (where there is one) compile it as well
  bool check = true;      // run small cases with every access watched, whatever the backend
  bool speed = true;      // on a GPU, measure what is asked for in speed
  double remedy_seconds = 0;  // on the clock, for trying changes that might help; 0: none is tried
  bool remedies_in_time = false;     // likewise, no longer than all before them (but some seconds)
  bool check_only = false;           // that and nothing else: no grade, on the CPU
  std::uint32_t engine_threads = 0;  // that run grids on the CPU engine; 0: its own choice. One
                                     // makes the values of a race the same in every run
  std::optional<FeedbackLevel> feedback;  // nothing: the lab's
  std::optional<OnFinding> on_finding;    // what findings cost; nothing: as the lab says
  bool instructors = false;               // `feedback` may be more than what the lab tells students

  const std::filesystem::path& shown() const { return shown_as.empty() ? submission : shown_as; }
};

/// Told what is going on: a few words, and how many of how many steps are done.
using OnProgress = std::function<void(const std::string& what, int done, int total)>;

}  // namespace warpgrade
