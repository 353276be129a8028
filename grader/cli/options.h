// The options of the commands: what each takes, and how they become what the command wants.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <memory>

namespace warpgrade {

/// What the command line asks for: gets the project's folder, returns the exit status.
using Chosen = std::function<int(const std::filesystem::path& root)>;

/// grade, check, run, profile.
void add_grading_commands(CLI::App& app, Chosen& chosen);

/// import, batch, similar, export, compare.
void add_class_commands(CLI::App& app, Chosen& chosen);

/// doctor, bench, data, skeletons, new-lab and what the build calls.
void add_course_commands(CLI::App& app, Chosen& chosen);

/// Adds one command. Its options live as long as the command; `finish` runs it when it is chosen.
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
