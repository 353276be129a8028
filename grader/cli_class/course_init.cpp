// `warpgrade course init`: writes a course file, by asking on a terminal.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/print_line.h"
#include "cli_class/commands.h"
#include "course/due_time.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

/// The answer, or `usual` if it is empty. UsageError at the end of the input.
std::string ask(const std::string& question, const std::string& usual = "") {
  std::fprintf(stderr, "%s%s: ", question.c_str(),
               usual.empty() ? "" : (" [" + usual + "]").c_str());
  std::string answer;
  if (!std::getline(std::cin, answer)) throw UsageError("course init: no answer.");
  answer = trimmed(answer);
  return answer.empty() ? usual : answer;
}

/// Splits LAB=DUE.
std::pair<std::string, std::string> lab_and_due(const std::string& word) {
  const std::size_t equals = word.find('=');
  return {word.substr(0, equals), equals == word.npos ? "" : word.substr(equals + 1)};
}

void require_lab(const std::string& lab, const std::vector<std::string>& labs) {
  if (std::find(labs.begin(), labs.end(), lab) == labs.end())
    throw UsageError("there is no lab '" + lab + "'.", choose_from("The labs are", lab, labs));
}

void require_due(const std::string& due) {
  if (due.empty()) return;
  if (const DueTime time = due_time(due); !time.instant) throw UsageError(time.mistake);
}

/// Asks for values that the options do not set.
void ask_for_rest(CourseInit& init, const std::vector<std::string>& labs) {
  const auto repeat = [](const auto& once) {
    while (true) {
      try {
        return once();
      } catch (const UsageError& wrong) {
        if (!std::cin) throw;
        std::fprintf(stderr, "  %s %s\n", wrong.what(), wrong.advice().c_str());
      }
    }
  };
  if (init.title.empty()) init.title = ask("Title of the course", "GPU Programming");
  if (init.roster.empty())
    init.roster = ask("Class list as CSV, with a column ID, Email or Name (empty: none)");
  if (init.labs.empty()) {
    std::string known;
    for (const std::string& lab : labs) known += (known.empty() ? "" : ", ") + lab;
    std::fprintf(stderr, "Labs: %s\n", known.c_str());
    while (true) {
      const std::string lab = repeat([&] {
        const std::string answer =
            ask(init.labs.empty() ? "First lab" : "Next lab (empty: no more)");
        if (!answer.empty() || init.labs.empty()) require_lab(answer, labs);
        return answer;
      });
      if (lab.empty()) break;
      const std::string due = repeat([&] {
        const std::string answer = ask("  due, for example 2026-03-01T23:59 (empty: no due time)");
        require_due(answer);
        return answer;
      });
      init.labs.push_back(due.empty() ? lab : lab + "=" + due);
    }
    if (init.late_penalty.empty())
      init.late_penalty = repeat([&] {
        const std::string answer = ask("Points off per day late, 10% or 5 (empty: none)");
        if (!answer.empty()) parse_amount(answer, "That");
        return answer;
      });
  }
}

}  // namespace

int course_init_command(CourseInit init) {
  namespace fs = std::filesystem;
  const fs::path file = init.file.empty() ? fs::path("course.json") : init.file;
  std::error_code error;
  if (fs::exists(file, error))
    throw UsageError(file.string() + " exists already.", "Edit it, or choose another --course.");
  const std::vector<std::string> labs = lab_names(init.root);
  if (isatty(STDIN_FILENO) != 0) ask_for_rest(init, labs);
  if (init.title.empty() || init.labs.empty())
    throw UsageError("course init needs --title and --lab.",
                     "Example: warpgrade course init --title \"GPU 2026\" --lab "
                     "dot=2026-03-01T23:59. On a terminal it asks.");
  using Json = nlohmann::ordered_json;
  Json course = {{"title", init.title}};
  if (!init.roster.empty()) course["roster"] = init.roster;
  course["graded"] = "graded";
  if (!init.late_penalty.empty()) {
    parse_amount(init.late_penalty, "--late-penalty");
    course["late_penalty"] = init.late_penalty;
  }
  if (init.late_days > 0) course["late_days"] = {{"budget", init.late_days}};
  for (const std::string& word : init.labs) {
    const auto [lab, due] = lab_and_due(word);
    require_lab(lab, labs);
    require_due(due);
    course["labs"][lab] = due.empty() ? Json::object() : Json{{"due", due}};
  }
  write_file_atomically(file, course.dump(2) + "\n");
  print_line("Written: " + file.string() + ". docs/course.md describes further keys.");
  return course_command({init.root, file});
}

}  // namespace warpgrade
