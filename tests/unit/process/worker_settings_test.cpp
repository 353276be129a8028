#include "process/worker_settings.h"

#include <cstdlib>
#include <string>

#include "base/thread_share.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// A variable of the grader's own environment, as it was before at the end.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* const old = std::getenv(name);
    was_set_ = old != nullptr;
    if (was_set_) old_ = old;
    if (value != nullptr)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (was_set_)
      setenv(name_, old_.c_str(), 1);
    else
      unsetenv(name_);
  }

 private:
  const char* name_;
  std::string old_;
  bool was_set_ = false;
};

}  // namespace

TEST_CASE("No variable of the environment tells a call that is checked from one that is not") {
  const Lab lab{};
  const bool chosen = GENERATE(false, true);
  const Variable openblas("OPENBLAS_CORETYPE", chosen ? "Haswell" : nullptr);
  const auto run = settings_for_run({}, lab, Backend::cpu);
  for (const std::size_t engine_threads : {1u, 4u}) {
    for (const bool hung : {false, true}) {
      const auto check = settings_for_check({}, lab, hung, engine_threads);
      CHECK(check.environment == run.environment);
      CHECK(check.engine_threads == engine_threads);
    }
  }
  CHECK(run.engine_threads == thread_share());
  GradeRequest request;
  request.engine_threads = 3;
  CHECK(settings_for_run(request, lab, Backend::cpu).engine_threads == 3);
}
