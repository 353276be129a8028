// What a stranger's source may not say, because it could hide code from the check.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// Before anything else is made of the source. Looks into its files, as they are on the disk.
void refuse_line_directives(const Source& source, Diagnostics& diagnostics);

/// The host's assembly, the processor's intrinsics, functions of g++ whose accesses no hook
/// announces, and names of the engine's or the linker's. Of assembly for the device nothing is left
/// (inline_ptx.h).
void refuse_ways_around(const Program& program, const Scopes& scopes, Diagnostics& diagnostics);

/// Attributes and pragmas that are not known to leave g++'s hooks alone do not reach g++.
/// Attributes that give a variable or function another place, name or time to run are errors.
void keep_harmless_attributes(const Program& program, Edits& edits, Diagnostics& diagnostics);
void keep_harmless_pragmas(const Program& program, Edits& edits);

/// `__builtin_memcpy` and its kin by the names that simtcc watches.
void name_memory_functions(const Program& program, Edits& edits);

}  // namespace simt::rewrite
