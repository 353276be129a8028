// Options of the commands that use a class's grades after a batch.
#include <string>

#include "base/fault.h"
#include "cli/course_defaults.h"
#include "cli_class/commands.h"
#include "cli_class/options.h"
#include "returns/mail.h"

namespace warpgrade {
namespace {

CLI::App* add_return(CLI::App& app, ReturnCommand& command) {
  ReturnRequest& request = command.request;
  CLI::App* back =
      app.add_subcommand("return", "Give students their reports, as a site imports them");
  back->add_option("--from", request.from, "The --out of a batch")->type_name("DIR");
  back->add_option("--to", request.to,
                   "moodle, canvas, gradescope: an archive to upload; classroom: files in the "
                   "students' clones; folder: pages behind links that nobody can guess; mail: "
                   "messages in an mbox file")
      ->required()
      ->type_name("SITE")
      ->check(CLI::IsMember({"moodle", "canvas", "gradescope", "classroom", "folder", "mail"}));
  back->add_option("-o,--out", request.out,
                   "The file to write; for classroom and folder, the folder")
      ->required()
      ->type_name("PATH");
  back->add_option("--lab", request.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  back->add_option("--only", request.only,
                   "Only these students: ids, names, logins or addresses, with commas between")
      ->delimiter(',')
      ->type_name("STUDENTS");
  back->add_flag("-n,--dry-run", command.dry_run, "List what would be written, and write nothing");
  back->add_option("--sender", request.sender, "mail: whom it is from: \"GPU <gpu@uni.example>\"")
      ->type_name("ADDRESS");
  back->add_option("--links", command.links,
                   "folder: where to write who has which link (default: links.csv in --from)")
      ->type_name("FILE");
  back->add_option("--url", command.url, "folder: where it will be published, for the links")
      ->type_name("URL");
  back->footer(
      "Example:\n  warpgrade return --from graded --to moodle --out feedback.zip\n\ndocs/return.md "
      "shows what each site does with it. Exit status: 0 everybody gets a report, 1 some get none "
      "and are listed, 2 usage, 3 the grader or the machine failed.");
  return back;
}

int finish_return(const CLI::App& app, ReturnCommand& command, const std::filesystem::path& root) {
  ReturnRequest& request = command.request;
  const Course* const course = active_course(root);
  require_path(request.from, "--from", course ? course->graded : "", "graded");
  if (course != nullptr) {
    request.counting = course->counting;
    request.title = course->title;
  }
  const auto only_for = [&](const char* option, const char* to) {
    if (was_given(app, option) && request.to != to)
      throw UsageError(std::string(option) + " is only for --to " + to + ".");
  };
  only_for("--sender", "mail");
  only_for("--links", "folder");
  only_for("--url", "folder");
  if (request.to == "mail" && !is_mail_address(request.sender))
    throw UsageError(request.sender.empty() ? "--to mail needs --sender."
                                            : "--sender " + request.sender + " is no address.",
                     "Example: --sender \"GPU course <gpu@uni.example>\".");
  if (command.links.empty()) command.links = request.from / "links.csv";
  if (!command.url.empty() && command.url.back() != '/') command.url += '/';
  std::error_code error;
  for (const auto& path : {request.from, root})
    if (const auto whole = std::filesystem::canonical(path, error); !error)
      request.secret_paths.push_back(whole.string() + "/");
  const auto published = std::filesystem::weakly_canonical(request.out, error);
  const auto links = std::filesystem::weakly_canonical(command.links, error);
  if (request.to == "folder" && links.string().rfind(published.string() + "/", 0) == 0)
    throw UsageError(command.links.string() + " would be published with the reports.",
                     "Choose another --links.");
  return return_command(command);
}

CLI::App* add_numbers(CLI::App& app, NumbersCommand& command) {
  CLI::App* numbers = app.add_subcommand(
      "numbers", "Statistics of a class: how hard each task and case is, and for whom");
  numbers->add_option("--from", command.from, "The --out of a batch")->type_name("DIR");
  numbers->add_option("--lab", command.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  numbers->add_option("-o,--out", command.page, "Write a page; - for standard output")
      ->type_name("FILE");
  numbers->add_option("--csv", command.csv, "Write a table; - for standard output")
      ->type_name("FILE");
  numbers->add_option("--json", command.json, "Write everything as JSON; - for standard output")
      ->type_name("FILE");
  numbers->footer(
      "Example:\n  warpgrade numbers --from graded --out numbers.html --csv numbers.csv\n\n"
      "docs/numbers.md explains them. Exit status: 0 done, 2 usage, 3 the grader or the machine "
      "failed.");
  return numbers;
}

int finish_numbers(const CLI::App&, NumbersCommand& command, const std::filesystem::path& root) {
  const Course* const course = active_course(root);
  require_path(command.from, "--from", course ? course->graded : "", "graded");
  if (course != nullptr) command.counting = course->counting;
  return numbers_command(command);
}

}  // namespace

void add_return_commands(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_numbers, finish_numbers);
  add_command(app, chosen, add_return, finish_return);
}

}  // namespace warpgrade
