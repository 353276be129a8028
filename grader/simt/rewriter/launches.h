// k<<<grid, block>>>(args) becomes ::simt::launch(k, Site, Config)(args).
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/kernels.h"
#include "simt/rewriter/plain_kernels.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

struct Launches {
  const Program& program;
  const Scopes& scopes;
  const Kernels& kernels;
  const PlainKernels* plain;  // null: every thread runs as a thread
  bool untrusted;  // for grading: there nvcc, without `-rdc=true`, refuses launches in kernels,
                   // too
};

void rewrite_launches(const Launches& of, Edits& edits, Diagnostics& diagnostics);

/// The beginning of the kernel's expression before the `<<<` at `launch`; `none` if there is none.
std::size_t kernel_begin(const Program& program, std::size_t launch);

/// The first `>` of the `>>>` that closes the launch at `launch`, or `none`.
std::size_t config_end(const Program& program, std::size_t launch);

/// Records kernels whose address is taken, for calls that launch by address.
void note_addresses(const Program& p, const Kernels& kernels, Edits& edits);

}  // namespace simt::rewrite
