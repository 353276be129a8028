#include "watch/run.h"

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <utility>

#include "base/fault.h"

namespace warpgrade::watch {

Run::Run(GradeRequest request, const Sandbox& sandbox, const Preparation& preparation)
    : request_(std::move(request)),
      sandbox_(sandbox),
      preparation_(preparation),
      news_(checked(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")),
      thread_([this](std::stop_token stop) { grade_it(std::move(stop)); }) {}

Run::~Run() = default;  // asks the thread to stop, and waits for it

template <class Change>
void Run::post_news(const Change& change) {
  const std::lock_guard lock(mutex_);
  change(waiting_);
  const std::uint64_t one = 1;
  (void)!::write(news_.get(), &one, sizeof one);
}

void Run::grade_it(std::stop_token stop) {
  try {
    const OnProgress on_progress = [&](const std::string& what, int done, int total) {
      post_news([&](News& news) {
        news.doing = total > 0 ? fmt::format("{}, {} of {}", what, done, total) : what;
      });
    };
    const OnKnown on_known = [&](const GradeResult& so_far) {
      post_news([&](News& news) { news.so_far = so_far; });
    };
    GradeResult result =
        grade(request_, sandbox_.until(std::move(stop)), on_progress, &preparation_, on_known);
    post_news([&](News& news) { news.result = std::move(result); });
  } catch (const Stopped&) {
    // Report the failure at once; the caller waits for nothing else.
  } catch (const GraderError& fault) {
    post_news([&](News& news) {
      news.trouble = fault.what();
      news.advice = fault.advice();
    });
  } catch (const std::exception& exception) {
    post_news([&](News& news) { news.trouble = exception.what(); });
  }
}

Run::News Run::read_pending() {
  std::uint64_t count = 0;
  (void)!::read(news_.get(), &count, sizeof count);
  const std::lock_guard lock(mutex_);
  News news = waiting_;
  waiting_.so_far.reset();
  waiting_.result.reset();
  return news;
}

double Run::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace warpgrade::watch
