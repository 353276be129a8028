#include "cli/report_errors.h"

#include <cstdio>
#include <iostream>
#include <new>
#include <string>
#include <system_error>

#include "base/fault.h"
#include "cli/commands.h"
#include "report/text.h"

namespace warpgrade {
namespace {

void print_error(const std::string& tone, const std::string& what, const std::string& advice) {
  std::cout.flush();
  // The message may contain file names, which students choose.
  std::fprintf(stderr, "%s: %s\n", tone.c_str(), printable(what, true).c_str());
  if (!advice.empty()) std::fprintf(stderr, "  %s\n", printable(advice, true).c_str());
}

}  // namespace

int report_errors(const std::function<int()>& work) {
  try {
    return work();
  } catch (const UsageError& e) {
    print_error("warpgrade", e.what(), e.advice());
    return usage_error;
  } catch (const GraderError& e) {
    print_error(grader_failed, e.what(), e.advice());
    return grader_error;
  } catch (const std::bad_alloc&) {
    print_error(
        grader_failed, "out of memory",
        "End other processes, or raise the limit (ulimit -v, ulimit -d), then grade again.");
    return grader_error;
  } catch (const std::system_error& e) {
    const bool no_thread = e.code() == std::errc::resource_unavailable_try_again;
    print_error(grader_failed, no_thread ? "cannot start another thread" : e.what(),
                no_thread
                    ? "End other processes of this user, or raise the limit (ulimit -u), then "
                      "grade again."
                    : "");
    return grader_error;
  } catch (const std::exception& e) {
    print_error(grader_failed, e.what(), "");
    return grader_error;
  }
}

}  // namespace warpgrade
