// Rewrites preprocessed CUDA C++ to C++ that calls the engine.
// Theory of operation: the author's own files are read once into tokens (source.h), brackets are
// matched (program.h), and one pass finds the functions and the one that contains each token
// (scopes.h). Each CUDA construct then has a pass that adds to a list of edits; these are applied
// at the end. Nothing is moved to another line, so only the columns of g++'s messages need
// translation (columns.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/diagnostics.h"
#include "simt/rewriter/edits.h"
#include "simt/rewriter/source.h"

namespace simt::rewrite {

struct Result {
  std::string text;  // only valid without diagnostics
  Diagnostics diagnostics;
  std::vector<std::string> files;    // by the diagnostics' file numbers
  std::optional<std::string> clean;  // see clean_headers.h; for untrusted authors
  std::vector<Copied> copied;        // the author's parts of `text`; see columns.h
};

struct Options {
  bool untrusted = false;  // the author may try to hide code from the check (untrusted.h)
  bool loops = false;      // no checks on threads: those that only compute may run in a loop
  std::vector<std::string> given_macros = {};  // names that the command line defines
};

Result rewrite(std::string_view text, const std::string& name, const Ownership& ownership,
               const Options& options = {});

/// Reports structures that device code copies where no hook is called (unseen_copies.h). `dump`: of
/// the rewritten text.
Result find_unseen(std::string_view text, std::string_view dump, const Ownership& ownership);

/// Reports what is wrong with a text's headers, by comparison with the preprocessed Result::clean.
Result compare(std::string_view text, std::string_view clean, const Ownership& ownership);

}  // namespace simt::rewrite
