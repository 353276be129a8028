#include "regrade/kept_results.h"

#include <algorithm>

#include "findings/compiler_message.h"
#include "regrade/affected_tasks.h"

namespace warpgrade::regrade {
namespace {

const TaskResult* find_task(const GradeResult& grade, const std::string& name) {
  const auto found = std::find_if(grade.tasks.begin(), grade.tasks.end(),
                                  [&](const TaskResult& task) { return task.task == name; });
  return found == grade.tasks.end() ? nullptr : &*found;
}

/// Whether the result's texts mention line numbers.
bool names_lines(const TaskResult& task) {
  return task.verdict != Verdict::ok || task.tried ||
         std::any_of(task.findings.begin(), task.findings.end(),
                     [](const Finding& f) { return f.level == "error"; });
}

}  // namespace

bool is_broken(const GradeResult& grade) {
  const auto messages = compiler_messages(grade.compiler_output);
  return std::any_of(messages.begin(), messages.end(),
                     [](const CompilerMessage& message) { return message.error; });
}

std::vector<std::string> KeptResults::stale(const Texts& now) const {
  const std::vector<Basis> bases = compute_bases(now, main_file_, tasks_);
  std::vector<std::string> stale;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const auto kept = kept_.tasks.find(tasks_[i]);
    const bool holds =
        kept != kept_.tasks.end() && kept->second.basis.hash == bases[i].hash &&
        (kept->second.basis.lines == bases[i].lines || !names_lines(kept->second.result));
    if (!holds) stale.push_back(tasks_[i]);
  }
  if (stale.empty() && !tasks_.empty() && code_hash(now, main_file_) != kept_.code)
    stale.push_back(tasks_.front());
  return stale;
}

std::map<std::string, KeptTask> KeptResults::moved(const Texts& now) const {
  std::map<std::string, KeptTask> all = kept_.tasks;
  std::vector<std::string> names;
  for (const auto& [name, task] : all) names.push_back(name);
  const std::vector<Basis> bases = compute_bases(now, main_file_, names);
  const auto main_text = now.find(main_file_);
  std::size_t at = 0;
  for (auto& [name, task] : all) {
    const Basis& basis = bases[at++];
    if (task.basis.hash != basis.hash || main_text == now.end()) continue;
    move_lines(task.result, task.text, main_text->second, main_file_);
    task.basis = basis;
    task.text = main_text->second;
  }
  return all;
}

GradeResult KeptResults::with(const GradeResult& of_some, const Texts& now) const {
  if (is_broken(of_some)) return of_some;
  GradeResult merged = of_some;
  merged.tasks.clear();
  const auto all = moved(now);
  for (const std::string& name : tasks_) {
    const auto kept = all.find(name);
    if (const TaskResult* made = find_task(of_some, name)) {
      merged.tasks.push_back(*made);
    } else if (kept != all.end()) {
      merged.tasks.push_back(kept->second.result);
      merged.tasks.back().unchanged_since = kept->second.graded_at;
    }
  }
  if (!kept_.head) return merged;
  for (const auto& [file, text] : kept_.head->sources) {
    const auto is = now.find(file);
    if (is != now.end()) merged.sources.insert({file, is->second});
  }
  return merged;
}

void KeptResults::add(const GradeResult& of_some, const Texts& now, const std::string& graded_at) {
  shown_ = with(of_some, now);
  if (is_broken(of_some)) return;
  kept_.tasks = moved(now);
  const auto main_text = now.find(main_file_);
  std::vector<std::string> names;
  for (const TaskResult& task : of_some.tasks) names.push_back(task.task);
  const std::vector<Basis> bases = compute_bases(now, main_file_, names);
  for (std::size_t i = 0; i < names.size(); ++i)
    kept_.tasks[names[i]] = {bases[i], main_text == now.end() ? "" : main_text->second, graded_at,
                             of_some.tasks[i]};
  kept_.code = code_hash(now, main_file_);
  kept_.head = shown_;
  kept_.head->tasks.clear();
}

void KeptResults::move_to(const Texts& now) {
  if (!kept_.head) return;
  GradeResult none = *kept_.head;
  none.sources.clear();
  add(none, now);
}

}  // namespace warpgrade::regrade
