// Options of the commands that use a class's grades after a batch.
#include <string>

#include "base/fault.h"
#include "cli/course_defaults.h"
#include "cli_class/commands.h"
#include "cli_class/options.h"
#include "returns/mail.h"

namespace warpgrade {
namespace {

/// Folders of this machine that no page may name.
std::vector<std::string> private_folders(const std::filesystem::path& from,
                                         const std::filesystem::path& root) {
  std::vector<std::string> folders;
  std::error_code error;
  for (const auto& path : {from, root})
    if (const auto whole = std::filesystem::canonical(path, error); !error)
      folders.push_back(whole.string() + "/");
  return folders;
}

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
      ->type_name("PATH");
  back->add_option("--lab", request.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  back->add_option("--only", request.only,
                   "Only these students: ids, names, logins or addresses, with commas between")
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
  const bool writes = !command.dry_run || request.to == "classroom";
  if (request.out.empty() && writes)
    throw UsageError("--out is missing.", "It is the file to write; for classroom, the clones.");
  only_for("--sender", "mail");
  only_for("--links", "folder");
  only_for("--url", "folder");
  if (request.to == "mail" && !is_mail_address(request.sender))
    throw UsageError(request.sender.empty() ? "--to mail needs --sender."
                                            : "--sender " + request.sender + " is no address.",
                     "Example: --sender \"GPU course <gpu@uni.example>\".");
  if (command.links.empty()) command.links = request.from / "links.csv";
  if (!command.url.empty() && command.url.back() != '/') command.url += '/';
  request.secret_paths = private_folders(request.from, root);
  std::error_code error;
  const auto published = std::filesystem::weakly_canonical(request.out, error);
  const auto links = std::filesystem::weakly_canonical(command.links, error);
  if (request.to == "folder" && links.string().rfind(published.string() + "/", 0) == 0)
    throw UsageError(command.links.string() + " would be published with the reports.",
                     "Choose another --links.");
  return return_command(command);
}

CLI::App* add_anonymous(CLI::App& app, AnonymousCommand& command) {
  AnonymousRequest& request = command.request;
  CLI::App* anonymous = app.add_subcommand(
      "anonymous", "Pages and a table for graders who should not know whose work they grade");
  anonymous->add_option("--from", request.from, "The --out of a batch")->type_name("DIR");
  anonymous->add_option("-o,--out", request.out, "A new folder")->required()->type_name("DIR");
  anonymous->add_option("--lab", request.labs, "Only this lab; repeat for more")
      ->allow_extra_args(false)
      ->type_name("LAB");
  anonymous->footer(
      "Example:\n  warpgrade anonymous --from graded --lab dot --out blind\n  warpgrade comment "
      "--from graded --csv blind/sheet.csv\n\ndocs/comments.md describes it. Exit status: 0 every "
      "hand-in has a page, 1 some have none, 2 usage, 3 the grader or the machine failed.");
  return anonymous;
}

int finish_anonymous(const CLI::App&, AnonymousCommand& command,
                     const std::filesystem::path& root) {
  AnonymousRequest& request = command.request;
  const Course* const course = active_course(root);
  require_path(request.from, "--from", course ? course->graded : "", "graded");
  if (course != nullptr) request.counting = course->counting;
  request.items = item_names(course);
  request.secret_paths = private_folders(request.from, root);
  return anonymous_command(command);
}

struct RequestsOptions {
  RequestsCommand command;
  std::int64_t number = 0;
  std::string points;
};

CLI::App* add_requests(CLI::App& app, RequestsOptions& o) {
  RequestsCommand& command = o.command;
  CLI::App* requests =
      app.add_subcommand("requests", "Students' regrade requests: add forms, list, answer");
  requests->add_option("TEXT", command.answer.text, "With --answer: what the student reads")
      ->type_name("");
  requests->add_option("--from", command.answer.out, "The --out of a batch")->type_name("DIR");
  CLI::Option* add = requests
                         ->add_option("--add", command.add,
                                      "Filled forms: files, or folders with *request*.txt below")
                         ->type_name("PATH...");
  requests->add_option("--received", command.received, "When the forms came (default: now)")
      ->needs(add)
      ->type_name("TIME");
  CLI::Option* answer = requests->add_option("--answer", o.number, "Answer this request with TEXT")
                            ->excludes(add)
                            ->type_name("N");
  requests->add_option("--points", o.points, "With --answer: points to give (+2) or to take (-0.5)")
      ->needs(answer)
      ->type_name("POINTS");
  requests
      ->add_option("--author", command.answer.author,
                   "Who answers: a grader of the course file (default: your user name)")
      ->type_name("NAME");
  requests->add_flag("--all", command.all, "List those that are answered, too");
  requests->add_flag("--anonymous", command.anonymous, "List pseudonyms instead of students");
  requests->footer(
      "Example:\n  warpgrade requests --add forms\n  warpgrade requests --answer 3 --points +2 "
      "\"You are right.\"\n\ndocs/comments.md describes them. Exit status: 0 done, 1 a form was "
      "not added, 2 usage, 3 the grader or the machine failed.");
  return requests;
}

int finish_requests(const CLI::App& app, RequestsOptions& o, const std::filesystem::path& root) {
  RequestsCommand& command = o.command;
  command.course = active_course(root);
  command.answer.root = root;
  require_path(command.answer.out, "--from", command.course ? command.course->graded : "",
               "graded");
  if (command.course != nullptr) command.answer.counting = command.course->counting;
  if (app.count("--answer") > 0) command.number = o.number;
  if (command.number.has_value() == command.answer.text.empty())
    throw UsageError(
        command.number ? "--answer needs a text in quotes." : "A text needs --answer N.",
        "Example: warpgrade requests --answer 3 \"You are right.\".");
  if (!o.points.empty()) command.answer.points = points_by_hand_named(o.points);
  return requests_command(command);
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
  add_command(app, chosen, add_anonymous, finish_anonymous);
  add_command(app, chosen, add_requests, finish_requests);
}

}  // namespace warpgrade
