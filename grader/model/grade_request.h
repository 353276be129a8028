// The parameters of a grade.
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
  std::filesystem::path shown_as;           // name in reports and commands; empty: the real path
  std::vector<std::string> tasks;           // empty: all
  std::vector<std::string> cases;           // empty: all
  std::vector<std::filesystem::path> data;  // each becomes a case of every task
  std::optional<Backend> backend;           // default: CUDA if there is a GPU, else the CPU engine
  Real real = Real::f32;
  std::optional<std::uint64_t> seed;   // default: a secret one
  std::optional<double> call_seconds;  // default: the lab's limit
  std::optional<double> task_seconds;  // default: the lab's limit
  bool with_nvcc = true;               // on the CPU backend, also compile with nvcc if available
  bool check = true;                   // run small cases with every access checked, on any backend
  bool speed = true;                   // on a GPU, measure the speed that tasks require
  double remedy_seconds = 0;           // wall-clock limit for trying fixes; 0: none are tried
  bool remedies_in_time = false;     // limit that to the time of the other phases plus some seconds
  bool check_only = false;           // only the check, on the CPU, without a grade
  std::uint32_t engine_threads = 0;  // of the CPU engine; 0: its default.
                                     // With 1, races give the same values in every run
  std::optional<FeedbackLevel> feedback;  // default: the lab's
  std::optional<OnFinding> on_finding;    // what findings cost; default: the lab's
  bool instructors = false;               // `feedback` may exceed what the lab shows students

  const std::filesystem::path& shown() const { return shown_as.empty() ? submission : shown_as; }
};

/// Reports progress: a few words, and how many of how many steps are done.
using OnProgress = std::function<void(const std::string& what, int done, int total)>;

}  // namespace warpgrade
