#include "trials/build_proposals.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <sstream>

#include "base/lines.h"
#include "base/parallel_for.h"
#include "base/text.h"
#include "cases/verify.h"
#include "remedy/mutants.h"
#include "remedy/reached.h"
#include "trials/drop_what_fails.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;
using remedy::Proposal;

/// The task's first errors that are used; they usually explain the others.
constexpr std::size_t most_findings = 3;
constexpr int most_proposals = 512;  // that follow from findings and values
constexpr std::size_t most_slips = 700;
constexpr int most_attempts = 6;      // to compile them
constexpr int most_for_mutants = 16;  // which nobody waits for
/// What is larger is no homework.
constexpr std::uintmax_t most_source_bytes = 256 << 10;
constexpr int most_files = 500, most_depth = 8;

/// Copies LAB.cu and the files that it may include: in its folder and below.
void copy_submission(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to, error);
  int files = 0;
  for (fs::recursive_directory_iterator at(from, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    const fs::file_status status = at->symlink_status(ignored);
    const fs::path target = to / at->path().lexically_relative(from);
    if (fs::is_directory(status)) {
      if (at.depth() < most_depth)
        fs::create_directories(target, ignored);
      else
        at.disable_recursion_pending();
    }
    // A link could lead to a file that only the grader may read.
    if (!fs::is_regular_file(status) || at->file_size(ignored) > most_source_bytes) continue;
    if (++files > most_files) return;
    fs::copy_file(at->path(), target, fs::copy_options::overwrite_existing, ignored);
  }
}

/// " * m * n" if the array has m·n elements in all of these cases; empty if no product of up to
/// three sizes fits.
std::optional<std::string> find_size_expression(
    const std::string& array, const std::vector<std::shared_ptr<const GeneratedCase>>& cases) {
  std::vector<std::string> names;
  for (const auto& [name, value] : cases.front()->problem.integers) names.push_back(name);
  std::vector<std::vector<std::string>> products = {{}};
  for (std::size_t i = 0; i < products.size(); ++i)
    for (const std::string& name : names)
      if (products[i].size() < 3 && (products[i].empty() || products[i].back() <= name)) {
        products.push_back(products[i]);
        products.back().push_back(name);
      }
  for (const auto& product : products) {
    const bool fits = std::all_of(cases.begin(), cases.end(), [&](const auto& c) {
      long long value = 1;
      for (const std::string& name : product) value *= c->problem.integer(name);
      return value == static_cast<long long>(c->problem.array(array).size());
    });
    if (!fits) continue;
    std::string text;
    for (const std::string& name : product) text += " * " + name;
    return text;
  }
  return std::nullopt;
}

remedy::Outputs collect_outputs(const TaskRun& run, const TaskResult& result) {
  constexpr std::size_t enough = 6;  // cases used to tell sizes apart
  std::vector<std::shared_ptr<const GeneratedCase>> cases;
  for (const Case& c : run.task.cases) {
    const auto& checked = result.check.cases;
    if (!c.hidden && cases.size() < enough &&
        std::find(checked.begin(), checked.end(), c.name) != checked.end())
      cases.push_back(generated_case(run, c));
  }
  remedy::Outputs outputs{{}, run.task.device_pointers};
  if (cases.empty()) return outputs;
  for (const Array& array : cases.front()->problem.arrays)
    if (array.role != Role::input)
      if (auto elements = find_size_expression(array.name, cases))
        outputs.all.push_back({array.name, *std::move(elements)});
  return outputs;
}

std::vector<Proposal> propose_likely(const remedy::Code& code, const std::string& file,
                                     const TaskRun& run, const TaskResult& result, bool endless,
                                     std::size_t& of_findings) {
  std::vector<Proposal> proposals;
  // Code outside of functions may affect any of them.
  const std::set<std::string> reached = remedy::functions_reached(code, run.task.entry);
  const auto is_reached = [&](int line) {
    const remedy::Function* f = code.function_at(line);
    return f == nullptr || reached.empty() || reached.count(f->name) != 0;
  };
  int next = 0;  // one that is left out keeps its number
  const auto add = [&](Proposal& each) {
    const auto same = [&](const Proposal& p) {
      return p.remedy == each.remedy && p.others == each.others;
    };
    next = std::max(next, each.number + 1);
    if (each.number < most_proposals && is_reached(each.remedy.line) &&
        std::none_of(proposals.begin(), proposals.end(), same))
      proposals.push_back(std::move(each));
  };
  std::vector<std::vector<Proposal>> all;  // of each finding
  std::size_t longest = 0;
  for (const Finding& finding : result.findings) {
    if (finding.level != "error" || finding.hidden || all.size() == most_findings) continue;
    all.push_back(remedy::proposals_for(code, file, finding, next));
    if (!all.back().empty()) next = all.back().back().number + 1;
    longest = std::max(longest, all.back().size());
  }
  // By turns: a second mistake is not to wait until all of the first one's are tried.
  for (std::size_t i = 0; i < longest; ++i)
    for (std::vector<Proposal>& each : all)
      if (i < each.size()) add(each[i]);
  of_findings = proposals.size();
  const bool wrong = std::any_of(result.cases.begin(), result.cases.end(), [](const CaseResult& c) {
    return !c.hidden && is_students_fault(c.verdict);
  });
  if (wrong && !endless)
    for (Proposal& each : remedy::proposals_for_values(code, file, run.task.entry, next,
                                                       collect_outputs(run, result)))
      add(each);
  return proposals;
}

std::vector<Proposal> propose_slips(const remedy::Code& code, const std::string& file,
                                    const TaskRun& run, const TaskResult& result) {
  std::set<int> lines;
  for (const Finding& f : result.findings) {
    if (f.level != "error" || f.hidden) continue;
    if (f.file == file) lines.insert(f.line);
    if (f.other_file == file) lines.insert(f.other_line);
  }
  std::vector<Proposal> slips = remedy::proposals_for_slips(code, file, run.task.entry, lines);
  // What was tried before has not helped.
  std::size_t of_findings = 0;
  std::set<std::string> tried;
  for (const Proposal& p : propose_likely(code, file, run, result, false, of_findings))
    tried.insert(remedy::change_key(p));
  std::erase_if(slips,
                [&](const Proposal& p) { return !tried.insert(remedy::change_key(p)).second; });
  if (slips.size() > most_slips) slips.resize(most_slips);
  return slips;
}

/// A race between streams ends with another order, which calls make. A size that leaves a stream
/// without work only hides it.
void keep_calls_alone(std::vector<Proposal>& proposals, std::size_t from, const TaskResult& result,
                      const std::string& source) {
  const bool of_streams =
      std::any_of(result.findings.begin(), result.findings.end(), [](const Finding& f) {
        return f.level == "error" && f.cause.id.starts_with("race.streams");
      });
  if (!of_streams) return;
  const std::vector<std::string_view> lines = split_lines(source);
  const auto calls = [&](const Remedy& r) {
    const std::string_view line = lines.at(static_cast<std::size_t>(r.line - 1));
    return line.find("cuda") != line.npos || line.find("<<<") != line.npos;
  };
  const auto begin = proposals.begin() + static_cast<std::ptrdiff_t>(from);
  proposals.erase(
      std::remove_if(begin, proposals.end(), [&](const Proposal& p) { return !calls(p.remedy); }),
      proposals.end());
}

/// Empties the lines of `#pragma unroll`: a change may begin before the loop, and the compiler
/// wants nothing between the two. No value depends on it.
std::string without_unroll(const std::string& text) {
  std::string all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line); all += '\n') {
    const std::string_view code = trimmed(line);
    const bool unrolls = code.rfind('#', 0) == 0 && code.find("pragma") != code.npos &&
                         code.find("unroll") != code.npos;
    if (!unrolls) all += line;
  }
  return all;
}

/// Builds what these cases need and `builds` lacks. The compiler's message if it refuses the copy;
/// empty if everything is built.
std::optional<std::string> refused(const TaskRun& run, const std::vector<Case>& cases,
                                   const fs::path& copy, const Toolchain& toolchain,
                                   ConstantBuilds& builds) {
  std::vector<std::function<void()>> jobs;
  for (const Case& c : cases) {
    const auto [made, is_new] = builds.builds.try_emplace(c.constants);
    if (!is_new) continue;
    jobs.emplace_back([&, &constants = made->first, &build = made->second] {
      build = toolchain.build_cpu(run.exercise.lab, submitted(run.exercise.lab, copy, constants),
                                  run.exercise.real, CpuMode::check);
    });
  }
  run_all(jobs);
  for (const auto& [constants, build] : builds.builds)
    if (build.verdict != Verdict::ok) return build.output;
  return std::nullopt;
}

}  // namespace

std::optional<BuiltProposals> build_proposals(const TaskRun& run, const TaskResult& result,
                                              const RemedyPlan& plan, const Toolchain& toolchain,
                                              Origin origin, const std::vector<Case>& cases,
                                              const std::vector<Proposal>& kept) {
  const std::string file = run.exercise.lab.name + ".cu";
  std::ostringstream source;
  source << std::ifstream(plan.submission / file).rdbuf();
  if (source.str().size() > most_source_bytes) return std::nullopt;
  const remedy::Code code(source.str());
  BuiltProposals built;
  if (origin == Origin::mutants)
    built.proposals = remedy::mutants(code, file, run.task.entry);
  else if (origin == Origin::slips)
    built.proposals = propose_slips(code, file, run, result);
  else
    built.proposals =
        propose_likely(code, file, run, result, origin == Origin::findings, built.of_findings);
  keep_calls_alone(built.proposals, built.of_findings, result, code.text());
  if (built.proposals.empty()) return std::nullopt;
  int next = 0;  // number that no proposal has
  for (const Proposal& each : built.proposals) next = std::max(next, each.number + 1);
  for (const Proposal& each : kept) built.proposals.push_back(remedy::renumbered(each, next++));
  const fs::path copy = built.copy = plan.machine.work / "source";
  copy_submission(plan.submission, copy);
  // Proposals that do not compile where they stand (a name that is not known there) are left out.
  const int most = origin == Origin::mutants ? most_for_mutants : most_attempts;
  for (int attempt = 0; attempt < most; ++attempt) {
    const std::string text = without_unroll(remedy::with_proposals(code, built.proposals));
    std::ofstream(copy / file) << text;
    built.builds.builds.clear();
    const auto output = refused(run, cases, copy, toolchain, built.builds);
    if (!output) return built;
    const bool whole_lines = attempt >= most - 2;
    if (!drop_what_fails(built.proposals, file, *output, text, code.text(), whole_lines))
      return std::nullopt;
  }
  return std::nullopt;
}

bool build_for(const std::vector<Case>& cases, const TaskRun& run, const Toolchain& toolchain,
               BuiltProposals& built) {
  return !refused(run, cases, built.copy, toolchain, built.builds);
}

}  // namespace warpgrade
