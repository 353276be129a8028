#include <unistd.h>

#include <cstdio>

#include "base/fault.h"
#include "cli/chosen_submission.h"
#include "cli/commands.h"
#include "cli/output_file.h"
#include "profile/profile.h"
#include "profile/profile_page.h"
#include "report/progress.h"

namespace warpgrade {
namespace {

/// True for code in skeletons/ and solutions/ and for the lab's variants: not someone else's
/// submission.
bool is_own_code(const ProfileRequest& request) {
  if (!request.variant.empty()) return true;
  return is_below(request.submission, request.root / "skeletons") ||
         is_below(request.submission, request.root / "solutions");
}

/// Checks the request and fills in the submission's folder.
ProfileRequest resolve_request(ProfileRequest request) {
  if (request.task.empty() && request.variant.empty())
    throw UsageError("choose one function to profile",
                     "Name it with --task, or a variant with --variant.");
  if (!request.task.empty() && !request.variant.empty())
    throw UsageError("--task and --variant cannot both be given");
  if (request.submission.empty()) {
    if (request.variant.empty()) request.submission = find_submission(request.root, request.lab);
  } else if (std::filesystem::exists(request.submission / request.lab / (request.lab + ".cu"))) {
    request.submission /= request.lab;
  }
  if (request.variant.empty() && !std::filesystem::is_directory(request.submission))
    throw UsageError(request.submission.string() + " is not a folder",
                     "--from names the folder that holds " + request.lab + ".cu.");
  return request;
}

}  // namespace

int profile_command(const ProfileCommand& command) {
  require_documents({{"--json", command.json}, {"--raw", command.raw}});
  ProfileRequest request = resolve_request(command.request);
  const Sandbox sandbox(request.root, command.sandbox);
  if (command.sandbox && !sandbox.isolates())
    throw GraderError("this machine cannot isolate the profiled code: " + sandbox.why_not(),
                      "For your own code, --no-sandbox profiles without isolation.");
  const Sandbox trusted(request.root, false);
  request.may_leave_sandbox = !command.sandbox || is_own_code(request);
  Progress progress;
  const ProfileResult result =
      profile(request, sandbox, trusted, [&](const std::string& what, int done, int total) {
        if (total == 0) {
          progress.step(what);
        } else {
          progress.fraction(done, total, what);
        }
      });
  progress.finish();
  const std::string text = render_profile(result, detect_style(STDOUT_FILENO));
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  if (!command.json.empty()) write_document(command.json, profile_json(result));
  if (!command.raw.empty() && !result.raw.empty()) {
    write_document(command.raw, result.raw);
  } else if (!command.raw.empty()) {
    std::fprintf(stderr, "%s was not written: the profiler did not run.\n", command.raw.c_str());
  }
  if (result.verdict == Verdict::grader_error) return grader_error;
  return result.verdict == Verdict::ok && !result.not_written ? full_marks : points_lost;
}

}  // namespace warpgrade
