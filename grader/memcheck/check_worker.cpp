#include "memcheck/check_worker.h"

#include <utility>

#include "base/random.h"
#include "simt/include/simt/check_report.h"

namespace warpgrade {

CallImage CheckWorker::compose_image(const Case& c, const GeneratedCase& generated) const {
  return compose_call(
      run_, generated.problem, Poison::finite,
      derive_seed(run_.exercise.seed, run_.task.entry + "/" + c.name + "/poison", 0));
}

void CheckWorker::serve(std::size_t index) {
  const Case& c = run_.task.cases[index];
  if (const Build& build = run_.builds.of(c); build_ != &build) {
    build_ = &build;
    settings_.run(build);
    if (worker_) end();
  }
  // A process that has seen a hidden case could reveal it in another one.
  if (worker_ && hidden_ != c.hidden) end();
  hidden_ = c.hidden;
  index_ = index;
  // Unpredictable, but the same when the grade is repeated.
  sampling_ = static_cast<std::uint32_t>(
      derive_seed(run_.exercise.seed, run_.task.entry + "/" + c.name + "/sampling"));
  if (!costs_) sampling_ = simt::check::no_costs;
}

CheckedAttempt CheckWorker::call(const GeneratedCase& generated, const CallImage& image) {
  const Case& c = run_.task.cases[index_];
  CheckedAttempt made{call_in_process(image), {}, {}};
  made.report = read_check_report(made.outcome.report, build_->submission);
  seconds_ += made.outcome.seconds;
  if (made.report.again_serially && !serial_) {
    serial_ = true;
    settings_.engine_threads = 1;
    const std::vector<std::size_t> before = served_;
    renew();
    replay(before);
    return call(generated, image);
  }
  made.found = verify(run_, c, generated, image, made.outcome);
  return made;
}

CallOutcome CheckWorker::call_in_process(const CallImage& image) {
  if (!worker_ || !worker_->alive()) renew();
  return worker_->call(run_.task.signature.entry, run_.task.device_pointers, image,
                       CheckOrder{sampling_});
}

/// Repeats earlier calls: a later one may depend on what they left, such as memory of another size.
/// Their findings were already reported.
void CheckWorker::replay(const std::vector<std::size_t>& cases) {
  for (const std::size_t index : cases) {
    const Case& c = run_.task.cases[index];
    if (!worker_->alive()) return;
    seconds_ += call_in_process(compose_image(c, *generated_case(run_, c))).seconds;
    served_.push_back(index);
  }
  worker_->take_output();
}

void CheckWorker::renew() {
  end();  // frees its memory before the next one starts
  worker_ = std::make_unique<Worker>(run_.sandbox, settings_);
}

void CheckWorker::keep_output() {
  if (worker_) (hidden_ ? hidden_printed_ : printed_) += worker_->take_output();
}

void CheckWorker::end() {
  keep_output();
  worker_.reset();
  served_.clear();
}

std::string CheckWorker::take_printed() {
  keep_output();
  return std::move(printed_);
}

std::string CheckWorker::take_hidden_printed() {
  keep_output();
  return std::move(hidden_printed_);
}

}  // namespace warpgrade
