#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <set>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "cli/commands.h"
#include "gpus/gpu.h"
#include "measure/device_lock.h"
#include "plot/bars.h"
#include "plot/bench_files.h"
#include "report/page.h"
#include "report/progress.h"
#include "variants/variant_jobs.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::localtime(&now));
  return text;
}

std::string time_left_text(double seconds) {
  if (seconds < 60) return fmt::format("about {:.0f} s left", std::max(seconds, 1.0));
  if (seconds < 5400) return fmt::format("about {:.0f} min left", seconds / 60);
  return fmt::format("about {:.1f} h left", seconds / 3600);
}

/// DIR/<lab>/<lab>.cu or DIR/<lab>.cu: the folder that holds the file.
fs::path submission_folder(const fs::path& from, const std::string& lab) {
  for (const fs::path& folder : {from / lab, from})
    if (fs::is_regular_file(folder / (lab + ".cu"))) return folder;
  throw UsageError(
      from.string() + " contains neither " + lab + "/" + lab + ".cu nor " + lab + ".cu",
      "Pass the folder of your submission to --from.");
}

/// The lab's bench settings with the variants named in the results. The results may come from a
/// submission, or from variants that are not on this machine.
VariantSet variants_for(const fs::path& root, const Lab& lab,
                        const std::vector<VariantResult>& results) {
  VariantSet variants{load_bench_plan(root, lab), {}};
  if (!list_of_variants(root, lab.name).empty()) variants = load_variants(root, lab);
  for (const VariantResult& r : results) {
    if (std::any_of(variants.all.begin(), variants.all.end(),
                    [&](const Variant& v) { return v.name == r.variant; }))
      continue;
    Variant other;
    other.name = other.title = other.as = r.variant;
    if (r.backend == "host") other.file = r.variant + ".cpp";
    other.rate = variants.find_rate(r.variant);
    variants.all.push_back(std::move(other));
  }
  return variants;
}

void require_same_machine(const VariantsReport& here, const VariantsReport& there,
                          const fs::path& file) {
  std::string differences;
  std::set<std::string> keys;
  for (const auto* some : {&here.environment, &there.environment})
    for (const auto& [key, value] : *some) keys.insert(key);
  keys.erase("sandbox");
  for (const std::string& key : keys) {
    const auto of = [&](const VariantsReport& report) {
      const auto at = report.environment.find(key);
      return at == report.environment.end() ? std::string("none") : at->second;
    };
    if (of(here) != of(there))
      differences += fmt::format("{}{}: {} there, {} here", differences.empty() ? "" : "; ", key,
                                 of(there), of(here));
  }
  if (differences.empty()) return;
  throw UsageError(
      fmt::format("{} contains results from another machine ({})", file.string(), differences),
      "Choose another --out, or use --fresh to discard those results.");
}

class Bench {
 public:
  Bench(const BenchCommand& command, const Sandbox& sandbox) : command_(command) {
    VariantsRequest request;
    request.root = command.root;
    request.lab = command.lab;
    if (!command.from.empty()) request.from = submission_folder(command.from, command.lab);
    request.backend = command.backend;
    request.real = command.real;
    request.seed = command.seed;
    if (command.seconds) {
      request.seconds = *command.seconds;
    } else if (command.backend == Backend::cpu || (!command.backend && find_gpus().gpus.empty())) {
      request.seconds = 0.2;  // exact times of the engine are not needed
    }
    request.on_wait = [this](const std::string& what) { progress_.step(what); };
    runner_ = std::make_unique<VariantsRunner>(request, sandbox);
    file_ = command.out / (command.lab + ".json");
    const VariantsRunner& runner = *runner_;
    report_ = {runner.lab().name,
               runner.lab().title,
               runner.variants(),
               runner.environment(),
               {},
               {},
               today()};
    drawn_.real = runner.real();
    drawn_.backend = std::string(name(runner.backend()));
    read_wish();
  }

  int run() {
    const VariantJobs all = planned_jobs(*runner_, selection_);
    remarks_ = all.remarks;
    load_earlier_results();
    std::vector<VariantJob> left;
    int there = 0;
    for (const VariantJob& job : all.jobs) {
      if (has_result(job))
        ++there;
      else
        left.push_back(job);
    }
    if (there > 0)
      std::printf("%d of %zu results are in %s already.\n", there, all.jobs.size(), file_.c_str());
    std::fflush(stdout);
    leave_out_unwritten(left);
    if (!left.empty()) measure(left);
    return write_and_show();
  }

  int show(VariantsReport report, const DrawnResults& drawn) {
    report_ = std::move(report);
    drawn_ = drawn;
    return write_and_show();
  }

  /// For results that were measured by another command.
  explicit Bench(const BenchCommand& command) : command_(command) {}

 private:
  void read_wish() {
    const VariantSet& variants = runner_->variants();
    const auto is_swept = [&](const std::string& integer) {
      return std::any_of(
          variants.figures.begin(), variants.figures.end(), [&](const FigurePlan& f) {
            return std::any_of(f.sweep.begin(), f.sweep.end(),
                               [&](const auto& swept) { return swept.name == integer; });
          });
    };
    selection_.variants = command_.variants;
    selection_.sweeps = command_.sweeps;
    for (const std::string& word : command_.sizes)
      for (Sizes& size : parse_sizes(variants, word)) selection_.sizes.push_back(std::move(size));
    if (!command_.block_sizes.empty()) {
      const auto values = parse_values("--block-sizes", command_.block_sizes);
      if (variants.block_parameters.empty())
        throw UsageError("lab " + command_.lab + " has no parameter for the size of a block");
      for (const long long value : values) {
        if (!command_.from.empty() && (value < 32 || value > 1024 || value % 32 != 0))
          throw UsageError(
              fmt::format("--block-sizes {}: the labs' contracts promise multiples of "
                          "32 from 32 to 1024",
                          value));
      }
      for (const std::string& name : variants.block_parameters) selection_.swept[name] = values;
    }
    for (const std::string& word : command_.set) {
      const auto equals = word.find('=');
      if (equals == word.npos || equals == 0)
        throw UsageError("--set " + word + " is not NAME=VALUE",
                         "Example: --set block_size=128, or --set tile=32,16,8 for a comparison.");
      const std::string integer = word.substr(0, equals);
      const auto values = parse_values("--set " + integer, word.substr(equals + 1));
      if (is_swept(integer))
        selection_.swept[integer] = values;
      else if (values.size() == 1)
        selection_.set[integer] = values.front();
      else
        throw UsageError("--set " + word + ": no figure of this lab compares values of " + integer,
                         "Give one value, or add such a figure to the lab's bench.json.");
    }
    drawn_.set = selection_.set;
    drawn_.swept = selection_.swept;
  }

  bool has_result(const VariantJob& job) const {
    return std::any_of(report_.results.begin(), report_.results.end(),
                       [&](const VariantResult& r) { return is_result(r, *runner_, job); });
  }

  /// The results of an earlier bench in the folder that are still valid.
  void load_earlier_results() {
    if (command_.fresh || !fs::exists(file_)) return;
    VariantsReport before{report_.lab, report_.title, report_.variants, {}, {}, {}, ""};
    add_earlier_results(before, file_);
    require_same_machine(report_, before, file_);
    std::set<std::string> changed;
    for (VariantResult& r : before.results) {
      const auto v = std::find_if(report_.variants.all.begin(), report_.variants.all.end(),
                                  [&](const Variant& each) { return each.name == r.variant; });
      if (v == report_.variants.all.end())
        throw UsageError(file_.string() + " contains results of other variants: " + r.variant,
                         "Choose another --out, or use --fresh to discard those results.");
      if (r.verdict == Verdict::grader_error) continue;  // the cause may be gone
      if (r.source != runner_->hash_source(*v))
        changed.insert(r.variant);
      else
        report_.results.push_back(std::move(r));
    }
    report_.ceilings = before.ceilings;
    if (!changed.empty())
      std::printf("The source has changed since: %s. Measured again.\n",
                  fmt::format("{}", fmt::join(changed, ", ")).c_str());
  }

  /// An empty function returns at once. At sizes that are not verified, the tables would list it as
  /// the fastest. So each task of a submission is first called once at the smallest size.
  void leave_out_unwritten(std::vector<VariantJob>& jobs) {
    std::map<std::string, bool> unwritten;
    for (const VariantJob& job : jobs) {
      const Variant& task = *job.variant;
      if (task.folder.empty() || unwritten.count(task.name) != 0) continue;
      progress_.step("is " + task.name + " written?");
      runner_->run(task, runner_->variants().cpu_curve.front(), {}, Verify::always);
      unwritten[task.name] = runner_->wrote_nothing();
    }
    std::erase_if(jobs, [&](const VariantJob& job) {
      const auto found = unwritten.find(job.variant->name);
      return found != unwritten.end() && found->second;
    });
    for (const auto& [task, is_unwritten] : unwritten)
      if (is_unwritten) remarks_.push_back(task + " was skipped: it is not written yet.");
  }

  /// Builds all variants for that size, on all cores.
  void build_for(const std::vector<VariantJob>& jobs, const Sizes& size) {
    std::vector<Variant> variants;
    for (const VariantJob& job : jobs) {
      if (job.size == size && std::none_of(variants.begin(), variants.end(), [&](const Variant& v) {
            return v.name == job.variant->name;
          }))
        variants.push_back(*job.variant);
    }
    progress_.step("building");
    runner_->prepare(variants, {size});
  }

  void measure(const std::vector<VariantJob>& jobs) {
    if (!report_.ceilings && runner_->backend() == Backend::cuda) {
      progress_.step("measuring what the device can do");
      if (auto ceilings = runner_->ceilings()) report_.ceilings = ceilings;
    }
    std::map<std::string, std::string> given_up;
    std::set<Sizes> built;
    std::vector<double> took;
    const int total = static_cast<int>(jobs.size());
    for (int done = 0; done < total; ++done) {
      const VariantJob& job = jobs[static_cast<std::size_t>(done)];
      const std::string& variant = job.variant->name;
      // A sweep includes the default value, which the curve may have measured.
      if (given_up.count(variant) > 0 || has_result(job)) continue;
      if (built.insert(job.size).second) build_for(jobs, job.size);
      std::string what = variant;
      for (const Sizes* some : {&job.size, &job.set})
        for (const auto& [integer, value] : *some) what += fmt::format(", {} = {}", integer, value);
      if (!took.empty()) {
        // Later sizes take longer, so estimate from the last ones.
        const std::size_t last = std::min<std::size_t>(took.size(), 10);
        double sum = 0;
        for (std::size_t i = took.size() - last; i < took.size(); ++i) sum += took[i];
        what = time_left_text(sum / static_cast<double>(last) * (total - done)) + ": " + what;
      }
      progress_.fraction(done, total, what);
      timespec begin{}, end{};
      clock_gettime(CLOCK_MONOTONIC, &begin);
      VariantResult r = runner_->run(*job.variant, job.size, job.set,
                                     command_.verify_all ? Verify::always : Verify::unless_long);
      clock_gettime(CLOCK_MONOTONIC, &end);
      took.push_back(static_cast<double>(end.tv_sec - begin.tv_sec) +
                     1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec));
      // In a lab with constants, each size is a program of its own.
      const bool same_program = runner_->lab().constants.empty();
      if ((same_program &&
           (r.verdict == Verdict::compile_error || r.verdict == Verdict::pending)) ||
          r.verdict == Verdict::timeout)
        given_up[variant] = describe_status(r);
      report_.results.push_back(std::move(r));
      write_file_atomically(
          file_, variants_json(report_));  // keeps the results if the bench is interrupted
    }
    progress_.finish();
    for (const auto& [variant, why] : given_up)
      remarks_.push_back(fmt::format("{}: {}; its other sizes were not tried.", variant, why));
  }

  int write_and_show() {
    const Figures figures = make_figures(report_, drawn_);
    progress_.step("drawing");
    const Gnuplot gnuplot(command_.root);
    const BenchFiles files =
        write_bench_files(report_, drawn_, figures, gnuplot, command_.out, remarks_);
    progress_.finish();
    const Style style = detect_style(STDOUT_FILENO);
    Page page(style);
    constexpr std::size_t most_bars = 60;
    bool first = true;
    for (const Figure& figure : figures.figures) {
      const bool sweep = figure.kind == Figure::Kind::bars;
      if (!sweep && !first) continue;
      if (!sweep) first = false;
      std::size_t bars = 0;
      for (const Series& series : figure.series) bars += sweep ? series.points.size() : 1;
      if (bars > most_bars) continue;
      page.blank();
      page.line(render_bars(figure, style));
    }
    const auto remark = [&](const std::string& text) {
      page.paragraph(0, Tone::quiet, "", text, Tone::quiet);
    };
    if (drawn_.backend == "cpu")
      remark("Times on the CPU engine are not GPU times. Only host variants have real times.");
    for (const VariantResult& r : report_.results)
      if (is_students_fault(r.verdict) && seen_.insert(r.variant).second)
        page.paragraph(0, Tone::bad, format_label(r) + ": ", describe_status(r) + ". " + r.detail);
    for (const std::vector<std::string>* some :
         {&std::as_const(remarks_), &figures.remarks, &files.remarks})
      for (const std::string& text : *some) remark(text);
    page.line(
        fmt::format("Written to {}: report.md, {} figures (SVG, PNG, and their scripts), {}.csv{}",
                    page.safe(command_.out.string()), files.figures.size(), report_.lab,
                    command_.results.empty() ? ", " + report_.lab + ".json" : ""));
    std::fwrite(page.text().data(), 1, page.text().size(), stdout);
    std::fflush(stdout);
    return seen_.empty() ? full_marks : points_lost;
  }

  const BenchCommand& command_;
  std::unique_ptr<VariantsRunner> runner_;
  fs::path file_;
  VariantsReport report_;
  VariantSelection selection_;
  DrawnResults drawn_;
  std::vector<std::string> remarks_;
  std::set<std::string> seen_;
  Progress progress_;
};

int bench_of_results(const BenchCommand& command) {
  const Lab lab = load_lab(command.root, command.lab);
  VariantsReport report{lab.name, lab.title, {}, {}, {}, {}, ""};
  add_earlier_results(report, command.results);
  report.variants = variants_for(command.root, lab, report.results);
  DrawnResults drawn = choose_most_complete(report);
  if (command.real_given) drawn.real = command.real;
  if (command.backend) drawn.backend = std::string(name(*command.backend));
  return Bench(command).show(std::move(report), drawn);
}

}  // namespace

int bench_command(const BenchCommand& command) {
  load_lab(command.root, command.lab);  // with a wrong name, no folder is created
  std::error_code error;
  fs::create_directories(command.out, error);
  if (error)
    throw UsageError("cannot create " + command.out.string() + ": " + error.message(),
                     "Choose another --out.");
  if (!command.results.empty()) return bench_of_results(command);
  const Sandbox sandbox(command.root, command.sandbox);
  if (command.sandbox && !sandbox.isolates()) {
    throw GraderError("this machine cannot isolate what it runs: " + sandbox.why_not(),
                      "For code of your own: --no-sandbox runs it without.");
  }
  return Bench(command, sandbox).run();
}

}  // namespace warpgrade
