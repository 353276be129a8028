// Refuses parts of an untrusted source that could hide code from the check.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Runs before the source is processed. Reads its files on disk.
void refuse_line_directives(const Source& source, Diagnostics& diagnostics);

/// Refuses host assembly, processor intrinsics, g++ functions whose accesses have no hook, and
/// names of the engine or the linker. Device assembly has already been replaced (inline_ptx.h).
void refuse_check_bypasses(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

/// Removes attributes and pragmas that are not known to leave g++'s hooks intact. Attributes that
/// change a variable's or function's section, symbol or time of execution are errors.
void keep_harmless_attributes(const Program& program, Edits& edits, Diagnostics& diagnostics);
void keep_harmless_pragmas(const Program& program, Edits& edits);

/// Replaces `__builtin_memcpy` and similar builtins by the names that simtcc intercepts.
void name_memory_functions(const Program& program, Edits& edits);

}  // namespace simt::rewrite
