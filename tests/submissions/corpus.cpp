// Grades every entry of the verdict corpus and compares with what its expect.json says.
//
//   corpus [--backend cpu|cuda] [--table | --causes] [--ids] [--fixes] [NAME-PART]...
//
// Verdicts, points, groups, next steps and the mistakes of a class follow from ids and facts, never
// from words. So entries with "ids" (with --ids: all) are graded once more with every text replaced
// by its id, and all but what is shown must be the same. What decides differently has compared,
// stripped or searched a text. There is one such entry for each way of going wrong that something
// depends on: what is chosen by how a call ended, what is grouped, what is told of a class, what is
// not run any more, what is tried.
//
// An entry is a folder <lab>/<verdict>_<detail>/ with a submission and
//   {"task": T, "verdict": V,          what the task's verdict must be; [V, ...] where the secret
//   seed decides
//    "says": ["..."],                  what its report must contain
//    "points": P,                      correctness points (optional)
//    "cases": ["..."],                 only these cases (optional)
//    "seed": N,                        of the inputs, where some hide the mistake (optional)
//    "call_seconds": S,                limit of one call (optional)
//    "task_seconds": S,                of all calls of the task together (optional)
//    "cheat": true,                    it is one, and its name does not say so (optional)
//    "ids": true,                      graded once more with ids in place of words (optional)
//    "apply": true,                    the printed diff is applied and graded, too (optional; with
//                                      --fixes: all for which fixes are tried, and only these)
//    "needs": "protection keys",       skipped on the CPU where the processor has none (optional);
//             "nvcc"                   where there is no toolkit; with one, nvcc has its say
//             "x86-64"                 on any other processor
//    "cuda": {...}}                    what differs on a GPU; {"skip": "why"} where it cannot be
//    run
//
// --causes prints docs/causes.md, and all else to the error output.
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>

#include "base/blas_kernels.h"
#include "base/fault.h"
#include "base/json/schema.h"
#include "export/class_digest.h"
#include "formats/json.h"
#include "formats/json_reading.h"
#include "grading/grade.h"
#include "lab/manifest.h"
#include "report/document/bugs.h"
#include "report/document/case_groups.h"
#include "report/document/next_step.h"
#include "report/document/task_status.h"
#include "report/terminal.h"
#include "tests/submissions/causes_table.h"
#include "toolchain/cuda_toolkit.h"
#include "toolchain/installation.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;
using nlohmann::json;

struct Entry {
  std::string lab;
  std::string name;  // "matmul/wrong_last_row"
  fs::path folder;
  json expect;
  bool with_ids = false;  // graded once more with ids in place of words
};
struct Outcome {
  std::string verdict;  // found
  std::string failure;  // "" when all is as expected
  std::string skipped;
  std::optional<corpus::ReportSummary> summary;
  std::string decided;
};

std::vector<Entry> find_entries(const fs::path& root, Backend backend,
                              const std::vector<std::string>& parts) {
  std::vector<Entry> entries;
  for (const auto& lab : lab_names(root)) {
    const fs::path folder = root / "tests/submissions" / lab;
    if (!fs::exists(folder)) continue;
    for (const auto& each : fs::directory_iterator(folder)) {
      Entry entry{lab, lab + "/" + each.path().filename().string(), each.path(), {}};
      const bool wanted =
          parts.empty() || std::any_of(parts.begin(), parts.end(), [&](const std::string& part) {
            return entry.name.find(part) != std::string::npos;
          });
      // A folder that git left empty is no entry.
      if (!wanted || fs::is_empty(each.path())) continue;
      entry.expect = read_json(each.path() / "expect.json");
      if (backend == Backend::cuda && entry.expect.contains("cuda")) {
        const json different = entry.expect.at("cuda");
        entry.expect.merge_patch(different);
      }
      entries.push_back(std::move(entry));
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

/// The engine keeps host code away from device memory with them.
bool has_protection_keys() {
  const int key = pkey_alloc(0, 0);
  if (key >= 0) pkey_free(key);
  return key >= 0;
}

/// Null where there is none.
json read_truth(const Entry& entry) {
  const fs::path file = entry.folder / "truth.json";
  return fs::exists(file) ? read_json(file) : json();
}

/// What is decided, and nothing of what is only shown. `whole`: with what the judge alone knows.
json decided(const GradeResult& grade, bool whole) {
  json all;
  const NextStep next = next_step(grade);
  all["next"] = {next.sentence, next.command};
  for (const TaskResult& task : grade.tasks) {
    json one = {{"verdict", name(task.verdict)},
                {"points", task.points.text()},
                {"pending", task.pending.text()},
                {"check", name(task.check.verdict)}};
    if (whole) one["standing"] = static_cast<int>(task_status(task));
    for (const CaseGroup& group : failing_groups(task))
      one["groups"].push_back({name(group.verdict), group.names, cause_key(find_main_cause(group.detail))});
    for (const CaseResult& c : task.cases)
      one["cases"].push_back({name(c.verdict), c.reproduce.empty()});
    all["tasks"].push_back(one);
  }
  return all;
}

/// Likewise, with what is made of the grade's JSON.
std::string decided(const GradeResult& grade) {
  const std::string text = json_text(grade);
  json all = {{"grade", decided(grade, true)}, {"read", decided(parse_grade(text), false)}};
  const GradeDigest digest = parse_digest(text);
  for (const DigestMistake& m : digest.mistakes)
    all["class"].push_back({m.task, m.kind, m.key, m.file, m.line});
  for (const DigestFlag& flag : digest.flags) all["flags"].push_back({flag.task, flag.what});
  return all.dump(1);
}

/// Judged is what a student reads: students do not have the hidden cases.
std::vector<std::string> cases_of_a_student(const fs::path& root, const Entry& entry) {
  std::vector<std::string> names;
  for (const Task& task : load_lab(root, entry.lab).tasks)
    for (const Case& c : task.cases)
      if (task.entry == entry.expect.at("task").get<std::string>() && !c.hidden)
        names.push_back(c.name);
  return names;
}

/// Applies the printed diff to a copy of the submission and grades that: what is still wrong, or "".
std::string wrong_with_fix(GradeRequest request, const TriedRemedy& tried, const Sources& sources,
                           const Sandbox& sandbox) {
  const auto changed = changed_files(tried, sources);
  if (!changed) return "the fix is not shown as a diff\n";
  std::string folder = (fs::temp_directory_path() / "fixed-XXXXXX").string();
  const std::shared_ptr<char> removed(mkdtemp(folder.data()),
                                      [](const char* p) { fs::remove_all(p); });
  fs::copy(request.submission, folder, fs::copy_options::recursive);
  for (const auto& [file, text] : *changed) std::ofstream(fs::path(folder) / file) << text;
  request.submission = folder;
  request.remedy_seconds = 0;
  const GradeResult result = grade(request, sandbox, [](auto...) {});
  const TaskResult& task = result.tasks.at(0);
  std::string wrong;
  if (task.verdict != Verdict::ok)
    wrong += fmt::format("with the fix the verdict is {} (seed {}): {}\n", name(task.verdict),
                         result.seed, describe(task.detail));
  for (const Finding& finding : task.findings)
    if (finding.level == "error")
      wrong += fmt::format("with the fix, {}:{}: {}\n", finding.file, finding.line, describe(finding));
  if (wrong.empty()) return "";
  for (const auto& [file, text] : *changed) wrong += text;
  return wrong + result.compiler_output;
}

Outcome run(const Entry& entry, const fs::path& root, Backend backend, const Sandbox& sandbox,
            std::optional<std::uint64_t> seed, bool judged, bool apply) {
  Outcome outcome;
  if (entry.expect.contains("skip")) {
    outcome.skipped = entry.expect.at("skip");
    return outcome;
  }
  if (backend == Backend::cpu && entry.expect.value("needs", "") == "protection keys" &&
      !has_protection_keys()) {
    outcome.skipped = "this processor has no memory protection keys";
    return outcome;
  }
#ifndef __x86_64__
  if (entry.expect.value("needs", "") == "x86-64") {
    outcome.skipped = "this is no x86-64 processor";
    return outcome;
  }
#endif
  const bool with_nvcc = entry.expect.value("needs", "") == "nvcc";
  if (with_nvcc && !find_cuda_toolkit()) {
    outcome.skipped = "there is no nvcc";
    return outcome;
  }
  GradeRequest request;
  request.root = root;
  request.lab = entry.lab;
  request.submission = entry.folder;
  request.tasks = {entry.expect.at("task").get<std::string>()};
  request.backend = backend;
  request.seed = seed;
  if (entry.expect.contains("seed")) request.seed = entry.expect.at("seed").get<std::uint64_t>();
  // Two grades are to be alike: what a race leaves must not be chance.
  if (seed) request.engine_threads = 1;
  request.with_nvcc = with_nvcc;  // else the corpus says the same with and without a toolkit
  request.speed = false;          // a study of its own: research/speed_study.cpp
  if (judged)
    request.cases = cases_of_a_student(root, entry);
  else if (entry.expect.contains("cases"))
    request.cases = entry.expect.at("cases").get<std::vector<std::string>>();
  if (entry.expect.contains("call_seconds"))
    request.call_seconds = entry.expect.at("call_seconds").get<double>();
  if (entry.expect.contains("task_seconds"))
    request.task_seconds = entry.expect.at("task_seconds").get<double>();
  if (entry.expect.contains("remedy") || judged || apply) request.remedy_seconds = 600;
  if (entry.expect.value("real", "float") == "double") request.real = Real::f64;

  std::string text, remedy, progress;
  std::mutex of_progress;
  std::set<std::string> causes;
  try {
    const GradeResult result = grade(request, sandbox, [&](const std::string& what, int done, int) {
      const std::lock_guard lock(of_progress);
      if (done == 0) progress += what + "\n";
    });
    const TaskResult& task = result.tasks.at(0);
    outcome.verdict = name(task.verdict);
    outcome.summary = corpus::summarize_report(result, task);
    outcome.decided = decided(result);
    text = describe(task.detail) + "\n" + result.compiler_output + "\n" + task.printed + "\n" +
           describe(task.check.detail);
    for (const auto& e : task.efficiency) text += "\n" + e.metric + ": " + describe(e.detail);
    for (const auto& finding : task.findings) {
      causes.insert(finding.cause.id + " " + finding.file + ":" + std::to_string(finding.line));
      text += "\n" + finding.file + ":" + std::to_string(finding.line) + ": " + describe(finding);
    }
    for (const auto& c : task.cases) text += "\n" + c.name + ": " + describe(c.detail);
    if (task.tried) {
      const Fix fix = make_fix(*task.tried, result.sources);
      text += "\n" + fix.why + "\n" + fix.what + " (" + fix.result + ")";
      for (const Remedy& r : task.tried->changes)
        remedy += (remedy.empty() ? "" : "; ") + describe(r);
      if (apply && task.tried->outcome == TriedRemedy::Outcome::right)
        outcome.failure += wrong_with_fix(request, *task.tried, result.sources, sandbox);
    }
    if (entry.expect.contains("points") &&
        task.points.value() != entry.expect.at("points").get<double>()) {
      outcome.failure = "points are " + task.points.text() + "\n";
    }
  } catch (const GraderError& e) {
    outcome.verdict = "grader-error";
    text = e.what();
  }
  const json& wanted = entry.expect.at("verdict");
  const auto verdicts = wanted.is_array() ? wanted.get<std::vector<std::string>>()
                                          : std::vector{wanted.get<std::string>()};
  if (std::find(verdicts.begin(), verdicts.end(), outcome.verdict) == verdicts.end()) {
    outcome.failure += "the verdict is " + outcome.verdict + ", not " + wanted.dump() + "\n";
  }
  // Where a remedy was tried, a report may tell it in place of what an entry expects.
  for (const auto& phrase : judged || apply ? std::vector<std::string>{}
                                   : entry.expect.value("says", std::vector<std::string>{})) {
    if (text.find(phrase) == std::string::npos)
      outcome.failure += "it does not say: " + phrase + "\n";
  }
  for (const auto& cause : entry.expect.value("causes", std::vector<std::string>{}))
    if (causes.count(cause) == 0) outcome.failure += "no finding is " + cause + "\n";
  if (const std::string tried = entry.expect.value("remedy", remedy); tried != remedy)
    outcome.failure += "the remedy that it tried is \"" + remedy + "\", not \"" + tried + "\"\n";
  if (!outcome.failure.empty()) outcome.failure += text.substr(0, 3000) + "\n" + progress;
  return outcome;
}

/// The causes that were told, sorted: "race.block,values.wrong"; "-" where there are none.
std::string join_ids(const Outcome& outcome) {
  std::string ids;
  if (outcome.summary)
    for (const std::string& id : outcome.summary->causes) ids += (ids.empty() ? "" : ",") + id;
  return ids.empty() ? "-" : ids;
}

/// What is different where words were replaced by ids; or "".
std::string difference(const std::string& words, const std::string& ids) {
  if (words.empty()) return "it was not graded";
  if (words == ids) return "";
  return "With ids in place of words other things are decided. With words:\n" + words +
         "\nwith ids:\n" + ids;
}

}  // namespace

int main(int argc, char** argv) {
  configure_blas(argv);
  Backend backend = Backend::cpu;
  bool table = false, causes = false, compare_ids = false, fixes = false;
  corpus::CausesTable causes_table;
  std::vector<std::string> parts;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--backend") == 0 && i + 1 < argc) {
      backend = std::strcmp(argv[++i], "cuda") == 0 ? Backend::cuda : Backend::cpu;
    } else if (std::strcmp(argv[i], "--table") == 0) {
      table = true;
    } else if (std::strcmp(argv[i], "--causes") == 0) {
      causes = true;
    } else if (std::strcmp(argv[i], "--ids") == 0) {
      compare_ids = true;
    } else if (std::strcmp(argv[i], "--fixes") == 0) {
      fixes = true;
    } else {
      parts.emplace_back(argv[i]);
    }
  }
  try {
    const fs::path root = find_root();
    const Sandbox sandbox(root, true);
    if (!sandbox.isolates()) {
      std::printf("skipped: corpus (%s)\n0 passed, 0 failed, 1 skipped\n",
                  sandbox.why_not().c_str());
      return 0;
    }
    auto entries = find_entries(root, backend, parts);
    if (fixes)
      std::erase_if(entries, [](const Entry& e) {
        return e.expect.value("remedy", std::string()).empty() && read_truth(e).is_null();
      });
    for (const std::string& part : parts)
      if (std::none_of(entries.begin(), entries.end(),
                       [&](const Entry& e) { return e.name.find(part) != std::string::npos; }))
        throw std::runtime_error("there is no entry " + part);
    // Who takes a GPU's whole memory would take it from the others: such entries come last, alone.
    const auto is_greedy = [&](const Entry& e) {
      return backend == Backend::cuda && e.name.find("/memory-limit") != std::string::npos;
    };
    std::stable_partition(entries.begin(), entries.end(),
                          [&](const Entry& e) { return !is_greedy(e); });
    const std::size_t shared = static_cast<std::size_t>(
        std::find_if(entries.begin(), entries.end(), is_greedy) - entries.begin());
    std::size_t end = shared;
    std::atomic<std::size_t> next = 0;
    std::mutex output;
    std::FILE* const log = causes ? stderr : stdout;
    int passed = 0, failed = 0, skipped = 0;
    for (Entry& entry : entries)
      entry.with_ids =
          compare_ids || (backend == Backend::cpu && !causes && entry.expect.value("ids", false));
    std::vector<std::string> with_words(entries.size());
    bool ids = false;
    const auto work = [&] {
      for (std::size_t i = next++; i < end; i = next++) {
        if (ids && !entries[i].with_ids) continue;
        // The seed is the same in both runs.
        const auto seed = entries[i].with_ids ? std::optional<std::uint64_t>(7) : std::nullopt;
        Outcome outcome;
        json truth;
        try {
          truth = read_truth(entries[i]);
          const bool apply = !ids && (fixes || entries[i].expect.value("apply", false));
          outcome = run(entries[i], root, backend, sandbox, seed, causes && !truth.is_null(), apply);
        } catch (const std::exception& e) {
          outcome.failure = e.what();
        }
        if (!ids)
          with_words[i] = outcome.decided;
        else if (outcome.skipped.empty())
          outcome.failure = difference(with_words[i], outcome.decided);
        const std::lock_guard lock(output);
        const std::string called = entries[i].name + (ids ? " with ids" : "");
        const char* entry = called.c_str();
        if (outcome.summary) causes_table.add(entries[i].name, *outcome.summary, truth);
        if (!outcome.skipped.empty()) {
          ++skipped;
          std::fprintf(log, "skipped: %s (%s)\n", entry, outcome.skipped.c_str());
        } else if (!outcome.failure.empty()) {
          ++failed;
          std::fprintf(log, "failed: %s\n%s\n", entry, outcome.failure.c_str());
        } else {
          ++passed;
          if (table && !ids)
            std::printf("%-52s %-16s %s\n", entry, outcome.verdict.c_str(),
                        join_ids(outcome).c_str());
        }
        std::fflush(log);
      }
    };
    // A GPU takes turns between processes, so a few may be there at once; the compiler takes most
    // of the time. Without one, some entries wait now and then, so there is one more than cores.
    // Limits count CPU seconds, not waiting.
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const unsigned workers =
        backend == Backend::cuda ? std::max(std::min(cores, 6u), cores * 3 / 8) : cores + 1;
    const auto run_all_entries = [&] {
      next = 0;
      end = shared;
      std::vector<std::jthread> threads;
      for (unsigned w = 0; w < workers; ++w) threads.emplace_back(work);
      threads.clear();
      next = shared;
      end = entries.size();
      work();
    };
    run_all_entries();
    if (causes) causes_table.print();
    ids = true;
    print_ids_only(true);
    run_all_entries();
    std::fprintf(log, "%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed == 0 || causes ? 0 : 1;  // the table is of whole grades, not of chosen cases
  } catch (const std::exception& e) {
    std::printf("failed: corpus: %s\n0 passed, 1 failed, 0 skipped\n", e.what());
    return 1;
  }
}
