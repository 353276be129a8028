#include "report/document/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <tuple>

#include "base/lines.h"
#include "base/utf8.h"
#include "report/document/bugs.h"
#include "report/document/case_groups.h"
#include "report/document/compiler.h"
#include "report/document/definition.h"
#include "report/document/task_status.h"
#include "report/text.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using Level = PlacedNote::Level;

constexpr std::size_t most_case_names = 2;  // in one message

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || static_cast<unsigned char>(c) < ' ';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

int code_points(std::string_view text) {
  int points = 0;
  for (std::size_t at = 0; at < text.size(); ++points) next_point(text, at);
  return points;
}

class Collector {
 public:
  Collector(const GradeResult& grade, const fs::path& here) : grade_(grade) {
    folder_ = fs::path(grade.submission);
    if (folder_.extension() == ".cu") folder_ = folder_.parent_path();
    if (folder_.is_absolute()) {
      const fs::path inside = folder_.lexically_relative(here);
      if (!inside.empty() && *inside.begin() != "..") folder_ = inside;
    }
    const auto main = grade.sources.find(grade.lab + ".cu");
    if (main != grade.sources.end()) code_ = code_alone(main->second);
  }

  std::vector<PlacedNote> collect() {
    for (const std::string& remark : grade_.remarks)
      add({Level::note, "lab-file", {to_path(""), 1, 1}, remark + ".", {}, {}});
    add_compiler();
    for (const TaskResult& task : grade_.tasks) {
      for (const Finding& finding : task.findings) add(finding, task);
      if (task.tried) add(*task.tried, task);
      add_verdict(task);
    }
    std::stable_sort(notes_.begin(), notes_.end(), [](const PlacedNote& a, const PlacedNote& b) {
      return std::tie(a.place.file, a.place.line) < std::tie(b.place.file, b.place.line);
    });
    return std::move(notes_);
  }

 private:
  fs::path to_path(const std::string& file) const {
    return (folder_ / (file.empty() ? grade_.lab + ".cu" : file)).lexically_normal();
  }

  /// The column is that of the access to `array`, if known, otherwise where code begins.
  SourcePlace source_place(const std::string& file, int line, const std::string& array = "") const {
    SourcePlace place{to_path(file), std::max(line, 1), 1};
    const auto source = grade_.sources.find(file);
    if (source == grade_.sources.end()) return place;
    const std::string_view text = source_line(source->second, place.line);
    const auto [begin, end] = subject_in(text, array);
    const std::size_t at =
        begin < end ? begin : std::min(text.find_first_not_of(" \t"), text.size());
    place.column = 1 + code_points(text.substr(0, at));
    return place;
  }

  SourcePlace source_place(const TaskResult& task) const {
    const std::size_t at = find_definition(code_, task.task);
    if (at == code_.npos) return {to_path(""), 1, 1};
    const auto line = 1 + std::count(code_.begin(), code_.begin() + static_cast<long>(at), '\n');
    const std::size_t start = code_.rfind('\n', at) + 1;  // npos + 1 is 0
    return {to_path(""), static_cast<int>(line), 1 + static_cast<int>(at - start)};
  }

  /// A fact's place, "matmul.cu:12", or else the function's.
  SourcePlace place_in(const Cause& cause, const TaskResult& task) const {
    const std::string place = cause.fact("place");
    const std::size_t colon = place.rfind(':');
    int line = 0;
    if (colon != place.npos)
      std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
    return line > 0 ? source_place(place.substr(0, colon), line) : source_place(task);
  }

  void add(PlacedNote note) {
    note.text = on_one_line(note.text);
    const auto same = std::find_if(notes_.begin(), notes_.end(), [&](const PlacedNote& other) {
      return other.place.file == note.place.file && other.place.line == note.place.line &&
             other.level == note.level && other.text == note.text;
    });
    if (same == notes_.end())
      notes_.push_back(std::move(note));
    else
      same->tasks.insert(same->tasks.end(), note.tasks.begin(), note.tasks.end());
  }

  void add_compiler() {
    bool error = false;
    for (const CompilerMessage& m : collect_messages(grade_)) {
      SourcePlace place = source_place(m.file, m.line);
      if (m.column > 0) place.column = m.column;
      add({m.error ? Level::error : Level::warning, m.cause.id, place, describe(m.cause), {}, {}});
      error = error || m.error;
    }
    compiles_ = !error;
  }

  void add(const Finding& finding, const TaskResult& task) {
    const Level level = finding.kind == "unsupported" ? Level::note
                        : finding.level == "error"    ? Level::error
                                                      : Level::warning;
    PlacedNote note{level,
                    finding.cause.id.empty() ? finding.kind : finding.cause.id,
                    source_place(finding.file, finding.line, finding.cause.fact("array")),
                    describe(finding),
                    {},
                    {task.task}};
    if (finding.line <= 0) note.place = source_place(task);
    if (finding.other_line > 0)
      note.others.push_back(
          source_place(finding.other_file, finding.other_line, finding.cause.fact("array")));
    add(std::move(note));
  }

  void add(const TriedRemedy& tried, const TaskResult& task) {
    if (tried.changes.empty()) return;
    const Remedy& first = tried.changes.front();
    const Fix fix = make_fix(tried, grade_.sources);
    add({Level::note,
         "remedy",
         source_place(first.file, first.line),
         "fix (" + fix.result + "): " + (fix.why.empty() ? "" : fix.why + " ") + fix.what,
         {},
         {task.task},
         replacements(fix)});
  }

  /// The changed lines of the diffs; adjacent ones form one replacement.
  std::vector<Replacement> replacements(const Fix& fix) const {
    std::vector<Replacement> all;
    for (const FileDiff& diff : fix.diffs) {
      int next = 1;       // line in the old file
      bool open = false;  // the last element of `all` continues
      for (std::size_t i = 0; i < diff.lines.size(); ++i) {
        const DiffLine& line = diff.lines[i];
        if (line.kind == DiffLine::Kind::kept) {
          open = false;
          next = line.line + 1;
          continue;
        }
        if (line.kind == DiffLine::Kind::removed && !open) next = line.line;
        if (line.kind == DiffLine::Kind::added && !open)
          for (std::size_t j = i; j < diff.lines.size(); ++j)
            if (diff.lines[j].kind != DiffLine::Kind::added) {
              next = diff.lines[j].line;
              break;
            }
        if (!open) all.push_back({{to_path(diff.file), next, 1}, 0, ""});
        open = true;
        if (line.kind == DiffLine::Kind::removed)
          ++all.back().removed;
        else
          all.back().text += line.text + "\n";
      }
    }
    return all;
  }

  void add_verdict(const TaskResult& task) {
    const TaskStatus status = task_status(task);
    if (status == TaskStatus::not_started) {
      if (task.not_defined()) return;  // there is no place to report
      add({Level::note,
           "not-written",
           source_place(task),
           task.task + " is not written yet.",
           {},
           {task.task}});
      return;
    }
    const bool shown_by_compiler = task.verdict == Verdict::compile_error && !compiles_;
    if (!shown_by_compiler && is_students_fault(task.verdict))
      for (const Cause& cause : task.detail)
        add({Level::error,
             cause.id.empty() ? std::string(name(task.verdict)) : cause.id,
             place_in(cause, task),
             fmt::format("{}: {}", name(task.verdict), describe(Causes{cause})),
             {},
             {task.task}});
    if (shown_by_compiler) return;
    for (const CaseGroup& group : alike(failing_groups(task))) {
      const Cause& main_cause = find_main_cause(group.detail);
      add({Level::error,
           main_cause.id.empty() ? "case." + std::string(name(group.verdict)) : main_cause.id,
           source_place(task),
           fmt::format("{} in {}{}{}", name(group.verdict), listed(group.names, most_case_names),
                       group.detail.empty() ? "." : ": ", describe(group.detail)),
           {},
           {task.task}});
    }
  }

  /// Groups of cases that fail in the same way, represented by one. Hidden cases are only mentioned
  /// if no visible one fails.
  static std::vector<CaseGroup> alike(const std::vector<CaseGroup>& groups) {
    std::vector<CaseGroup> first;
    for (const CaseGroup& group : groups) {
      const auto same = std::find_if(first.begin(), first.end(), [&](const CaseGroup& other) {
        return other.verdict == group.verdict && (cause_key(find_main_cause(other.detail)) ==
                                                      cause_key(find_main_cause(group.detail)) ||
                                                  has(group.detail, "case.hidden"));
      });
      if (same == first.end())
        first.push_back(group);
      else
        same->names.insert(same->names.end(), group.names.begin(), group.names.end());
    }
    return first;
  }

  const GradeResult& grade_;
  fs::path folder_;
  std::string code_;  // of the lab's file
  bool compiles_ = true;
  std::vector<PlacedNote> notes_;
};

}  // namespace

std::vector<PlacedNote> placed_notes(const GradeResult& grade, const fs::path& here) {
  return Collector(grade, here).collect();
}

std::string gcc_lines(const GradeResult& grade, const fs::path& here) {
  constexpr const char* levels[] = {"error", "warning", "note"};
  std::string out;
  for (const PlacedNote& note : placed_notes(grade, here))
    out += fmt::format("{}:{}:{}: {}: {} [{}{}{}]\n", printable(note.place.file.string(), true),
                       note.place.line, note.place.column, levels[static_cast<int>(note.level)],
                       printable(note.text, true), note.cause, note.tasks.empty() ? "" : ", ",
                       fmt::join(note.tasks, ", "));
  return out;
}

}  // namespace warpgrade
