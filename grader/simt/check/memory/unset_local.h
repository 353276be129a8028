// A local variable of device code that is read before anything has set it (the rewriter sees
// where).
#pragma once

namespace simt::check {

/// The running thread is in `line`; the variable is declared in line `declared` of the same file.
void report_unset_local(const char* name, int declared, const char* file, int line);

}  // namespace simt::check
