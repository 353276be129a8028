// CUDA C++, preprocessed, to C++ that calls the engine.
//
// Theory of operation: the text is read once into tokens of the author's own files (source.h),
// brackets are matched (program.h), and one pass finds the functions and in which each token stands
// (scopes.h). Each CUDA construct then has a pass of its own that adds to a list of edits; the
// edits are applied at the end. Nothing is ever moved to another line, so of g++'s messages only
// the columns need a translation (columns.h).
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
  std::string text;  // meaningful only where nothing was diagnosed
  Diagnostics diagnostics;
  std::vector<std::string> files;    // what the diagnostics' file numbers mean
  std::optional<std::string> clean;  // see clean_headers.h; where the author is not trusted
  std::vector<Copied> copied;        // what of `text` is the author's; see columns.h
};

struct Ways {
  bool untrusted = false;  // the author may try to hide code from the check (untrusted.h)
  bool loops = false;      // nobody watches the threads: what only computes may run in a loop
};

Result rewrite(std::string_view text, const std::string& name, const Ownership& ownership,
               Ways ways = {});

/// What is wrong with the headers of a text, by one that was preprocessed from Result::clean.
Result compare(std::string_view text, std::string_view clean, const Ownership& ownership);

}  // namespace simt::rewrite
