// `warpgrade return`: gives each student the report back, in the form that a course site imports.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/text.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "import/csv.h"
#include "returns/mail.h"
#include "returns/zip_archive.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

bool is_archive_format(const std::string& to) {
  return to == "moodle" || to == "canvas" || to == "gradescope";
}

const char* next_step(const std::string& to) {
  if (to == "moodle")
    return "In Moodle: View all submissions, Grading action, Upload multiple feedback files in a "
           "zip.";
  if (to == "canvas") return "In Canvas: the assignment's page, Re-Upload Submissions.";
  if (to == "gradescope")
    return "In Gradescope: Configure Autograder, upload it, then Regrade All Submissions.";
  if (to == "classroom")
    return "To publish: for d in */feedback; do (cd \"${d%/*}\" && git add feedback && git commit "
           "-qm Feedback && git push); done";
  if (to == "mail") return "Nothing was sent: docs/return.md shows how to send the messages.";
  return "Publish the folder, and give each student the student's own link.";
}

void write_files(const ReturnCommand& command, const ReturnPlan& plan) {
  const ReturnRequest& request = command.request;
  if (is_archive_format(request.to)) {
    std::vector<ZipEntry> entries;
    for (const ReturnedFile& file : plan.files)
      entries.push_back({file.path, file.contents, file.is_program});
    return write_file_atomically(request.out, zip_archive(entries));
  }
  if (request.to == "mail") {
    std::string mbox;
    for (const ReturnedFile& file : plan.files) mbox += file.contents;
    return write_file_atomically(request.out, mbox);
  }
  for (const ReturnedFile& file : plan.files) {
    std::error_code error;  // writing below reports the error
    fs::create_directories((request.out / file.path).parent_path(), error);
    write_file_atomically(request.out / file.path, file.contents);
  }
  if (request.to != "folder") return;
  std::string table = csv_line({"student", "name", "link"});
  for (const auto& [student, name] : plan.links)
    table += csv_line({student.id, student.name, command.url + name + "/"});
  write_file_atomically(command.links, table);
  std::error_code error;
  fs::permissions(command.links, fs::perms::owner_read | fs::perms::owner_write, error);
}

}  // namespace

int return_command(const ReturnCommand& command) {
  const ReturnRequest& request = command.request;
  const ReturnPlan plan = plan_returns(request);
  std::size_t reports = 0;
  for (const ReturnedFile& file : plan.files) {
    reports += !file.recipient.empty();
    if (command.dry_run)
      print_line(fmt::format(
          "{}  {}  {} KB{}{}", file.path, file.recipient.empty() ? "-" : file.recipient,
          (file.contents.size() + 1023) / 1024, file.what.empty() ? "" : "  ", file.what));
  }
  if (!command.dry_run && reports > 0) write_files(command, plan);
  print_line(
      fmt::format("{} {}{}", many(reports, "file"),
                  command.dry_run ? "would be written" : "in " + request.out.string(),
                  command.dry_run && !request.out.empty() ? " to " + request.out.string() : ""));
  if (!plan.left.empty()) print_line("\nNot returned:");
  for (const SheetRemark& one : plan.left) print_line("  " + one.who + ": " + one.what);
  if (!command.dry_run && reports > 0) {
    if (request.to == "folder")
      print_line("Links by student, for you alone: " + command.links.string());
    print_line(next_step(request.to));
  }
  return plan.left.empty() ? full_marks : points_lost;
}

}  // namespace warpgrade
