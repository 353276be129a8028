#include "watch/background_grade.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <utility>

#include "base/fault.h"

namespace warpgrade::watch {

BackgroundGrade::BackgroundGrade(GradeRequest request, const Sandbox& sandbox,
                                 const Preparation& preparation)
    : request_(std::move(request)),
      sandbox_(sandbox),
      preparation_(preparation),
      updates_(checked(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")),
      thread_([this](std::stop_token stop) { grade_it(std::move(stop)); }) {}

BackgroundGrade::~BackgroundGrade() = default;  // asks the thread to stop, and waits for it

template <class Change>
void BackgroundGrade::post_update(const Change& change) {
  const std::lock_guard lock(mutex_);
  change(waiting_);
  const std::uint64_t one = 1;
  (void)!::write(updates_.get(), &one, sizeof one);
}

void BackgroundGrade::grade_it(std::stop_token stop) {
  try {
    const OnProgress on_progress = [&](const std::string& what, int done, int total) {
      post_update([&](Update& update) {
        update.doing = total > 0 ? fmt::format("{}, {} of {}", what, done, total) : what;
      });
    };
    const OnPartialResult on_partial_result = [&](const GradeResult& so_far) {
      post_update([&](Update& update) { update.so_far = so_far; });
    };
    GradeResult result = grade(request_, sandbox_.until(std::move(stop)), on_progress,
                               &preparation_, on_partial_result);
    post_update([&](Update& update) { update.result = std::move(result); });
  } catch (const Stopped&) {
    // Report the failure at once; the caller waits for nothing else.
  } catch (const GraderError& fault) {
    post_update([&](Update& update) {
      update.error = fault.what();
      update.advice = fault.advice();
    });
  } catch (const std::exception& exception) {
    post_update([&](Update& update) { update.error = exception.what(); });
  }
}

BackgroundGrade::Update BackgroundGrade::read_pending() {
  std::uint64_t count = 0;
  (void)!::read(updates_.get(), &count, sizeof count);
  const std::lock_guard lock(mutex_);
  Update update = waiting_;
  waiting_.so_far.reset();
  waiting_.result.reset();
  return update;
}

double BackgroundGrade::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace warpgrade::watch
