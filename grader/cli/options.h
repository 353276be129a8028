// The command-line options of the commands.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/commands.h"

namespace warpgrade {

/// The chosen command: takes the project's folder, returns the exit status.
using Chosen = std::function<int(const std::filesystem::path& root)>;

/// grade, check, watch, history, run, profile, explain.
void add_grading_commands(CLI::App& app, Chosen& chosen);

/// doctor, bench, data, skeletons, new-lab, and the commands that the build calls.
void add_course_commands(CLI::App& app, Chosen& chosen);

/// lab, update.
void add_kit_commands(CLI::App& app, Chosen& chosen);

/// completion, which is generated from the options of all other commands.
void add_completion_command(CLI::App& app, Chosen& chosen);

/// Options shared by the commands that run kernels.
struct CommonOptions {
  std::string backend = "auto", real = "float";
  std::uint64_t seed = 0;
  bool no_sandbox = false;

  /// Unset: CUDA if there is a GPU.
  std::optional<Backend> chosen_backend() const {
    if (backend == "auto") return std::nullopt;
    return backend == "cpu" ? Backend::cpu : Backend::cuda;
  }
  Real chosen_real() const { return real == "float" ? Real::f32 : Real::f64; }
};

inline void add_backend(CLI::App& command, CommonOptions& o,
                        const char* what =
                            "cuda: nvcc and a GPU; cpu: the SIMT engine; auto: "
                            "cuda if there is a GPU") {
  command.add_option("-b,--backend", o.backend, what)
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->type_name("BACKEND");
}

inline void add_real(CLI::App& command, CommonOptions& o) {
  command.add_option("--real", o.real, "The floating-point type (default: float)")
      ->check(CLI::IsMember({"float", "double"}))
      ->type_name("TYPE");
}

/// Adds one command. Its options live as long as the command. `finish` runs it if it is chosen.
template <class Options>
void add_command(CLI::App& app, Chosen& chosen, CLI::App* (*add)(CLI::App&, Options&),
                 int (*finish)(const CLI::App&, Options&, const std::filesystem::path& root)) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = add(app, *options);
  command->callback([&chosen, command, options, finish] {
    chosen = [command, options, finish](const std::filesystem::path& root) {
      return finish(*command, *options, root);
    };
  });
}

}  // namespace warpgrade
