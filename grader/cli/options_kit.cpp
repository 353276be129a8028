// Options of the commands for a student's kit or wheel.
#include "cli/options.h"

namespace warpgrade {
namespace {

CLI::App* add_lab(CLI::App& app, std::string& lab) {
  CLI::App* command = app.add_subcommand(
      "lab", "Write a lab's folder here: the file to write in, its contract and the handout");
  command->add_option("LAB", lab, "The lab; without it, the labs are listed")->type_name("");
  command->footer(
      "Example:\n  warpgrade lab dot\n\nFiles that are there already are kept. Exit status: 0 "
      "written, 2 usage, 3 a file cannot be written.");
  return command;
}

int finish_lab(const CLI::App&, std::string& lab, const std::filesystem::path& root) {
  return lab_command(root, lab);
}

struct UpdateOptions {
  std::filesystem::path kit;
  bool force = false;
};

CLI::App* add_update(CLI::App& app, UpdateOptions& o) {
  CLI::App* update = app.add_subcommand(
      "update", "Replace this kit by a newer one; your files and past grades stay");
  update->add_option("KIT", o.kit, "The archive: warpgrade-student-DATE.tar.gz")
      ->required()
      ->type_name("");
  update->add_flag("--force", o.force, "Take an older kit, or one without some of the labs here");
  update->footer(
      "Example:\n  build/warpgrade update ~/Downloads/warpgrade-student-2026-12-01.tar.gz\n\n"
      "docs/students.md says what is kept. Exit status: 0 updated, 2 this is no kit that fits, 3 a "
      "file cannot be written.");
  return update;
}

int finish_update(const CLI::App&, UpdateOptions& o, const std::filesystem::path& root) {
  return update_command(root, o.kit, o.force);
}

}  // namespace

void add_kit_commands(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_lab, finish_lab);
  add_command(app, chosen, add_update, finish_update);
}

}  // namespace warpgrade
