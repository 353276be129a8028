// A local variable of device code that is read uninitialized (the rewriter finds the place).
#pragma once

namespace simt::check {

/// The running thread reads it at `line`; it is declared at line `declared` of the same file.
void report_unset_local(const char* name, int declared, const char* file, int line);

}  // namespace simt::check
