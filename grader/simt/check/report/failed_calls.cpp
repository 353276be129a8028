#include "check/report/failed_calls.h"

#include <cstring>

#include "check/report/findings.h"
#include "cuda_runtime_api.h"
#include "engine/api/api.h"

namespace simt::check {

void FailedCalls::failed(cudaError_t error, const ErrorSite& site, const detail::Refusal& why) {
  // "Not ready" is no failure, and enabling peer access twice is harmless.
  if (error == cudaErrorNotReady || error == cudaErrorPeerAccessAlreadyEnabled) return;
  // Mistakes of a kernel have their own findings.
  if (detail::in_kernel() || error == detail::sticky_error()) return;
  latest_ = {error, {site.file, site.line}, site.call ? site.call : "a call", why};
  just_failed_ = true;
  if (!why.cause || !site.file) return;
  // A launch of zero blocks fails because the program forgot this case.
  const bool launch_with_blocks =
      std::strncmp(why.cause, "copy.", 5) != 0 && std::strcmp(why.cause, "launch.no-blocks") != 0;
  if (launch_with_blocks)
    refused_.push_back(latest_);
  else
    report_failure(latest_, Level::advice, why.cause);
}

void FailedCalls::launched(const std::string& kernel) {
  std::erase_if(refused_, [&](const Failure& f) { return f.call == kernel; });
}

void FailedCalls::report_unnoticed() const {
  if (cudaPeekAtLastError() != cudaSuccess && cudaPeekAtLastError() == latest_.error)
    report_latest_error("error.unnoticed");
  for (const Failure& f : refused_) report_failure(f, Level::advice, f.why.cause);
}

void FailedCalls::program_ended() const {
  if (just_failed_) report_latest_error("error.ended");
}

/// An error without a place is a failed cudaFree, which release_failed has reported.
void FailedCalls::report_latest_error(const char* cause) const {
  if (latest_.line.file)
    report_failure(latest_, Level::error, latest_.why.cause ? latest_.why.cause : cause);
}

void FailedCalls::report_failure(const Failure& f, Level level, const char* cause) {
  found(level, at(f.line.file, f.line.line), cause, [&] {
    Facts facts;
    facts.add("error", cudaGetErrorName(f.error)).add("call", f.call);
    if (!f.why.why.empty()) facts.add("why", f.why.why);
    return facts.add("meaning", f.why.why.empty() ? cudaGetErrorString(f.error) : f.why.why);
  });
}

}  // namespace simt::check
