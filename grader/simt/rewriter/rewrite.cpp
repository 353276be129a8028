#include "simt/rewriter/rewrite.h"

#include <optional>

#include "simt/rewriter/checks/checks.h"
#include "simt/rewriter/checks/clean_headers.h"
#include "simt/rewriter/checks/declared_elsewhere.h"
#include "simt/rewriter/checks/reused_names.h"
#include "simt/rewriter/checks/unseen_copies.h"
#include "simt/rewriter/checks/unset_locals.h"
#include "simt/rewriter/checks/unsupported.h"
#include "simt/rewriter/checks/untrusted.h"
#include "simt/rewriter/checks/unused_results.h"
#include "simt/rewriter/checks/waiting_loops.h"
#include "simt/rewriter/kernels.h"
#include "simt/rewriter/launches.h"
#include "simt/rewriter/plain_kernels.h"
#include "simt/rewriter/ptx/inline_ptx.h"
#include "simt/rewriter/specifiers.h"
#include "simt/rewriter/variables/device_variables.h"
#include "simt/rewriter/variables/shared_variables.h"
#include "simt/rewriter/variables/tensor_map_parameters.h"

namespace simt::rewrite {

Result rewrite(std::string_view text, const std::string& name, const Ownership& ownership,
               const Options& options) {
  const bool untrusted = options.untrusted;
  Result result;
  const Source source = read_source(text, name, ownership, result.diagnostics);
  result.files = source.files;
  if (untrusted) {
    refuse_line_directives(source, result.diagnostics);
    result.clean = without_macros(source, options.given_macros, result.diagnostics);
  }
  // After a missing header or an unclosed bracket, further messages would not help.
  if (!result.diagnostics.empty()) return result;
  const Program program(source, result.diagnostics);
  if (!result.diagnostics.empty()) return result;

  const Scopes scopes(program, result.diagnostics);
  find_unsupported(program, scopes, result.diagnostics);
  const InlinePtx ptx(program, scopes);
  ptx.report(result.diagnostics);
  if (untrusted) {
    refuse_check_bypasses(program, scopes, result.diagnostics);
    refuse_variables_defined_nowhere(program, scopes, result.diagnostics);
  }
  check_calls(program, scopes, result.diagnostics);

  Edits edits(program);
  if (untrusted) {
    keep_harmless_attributes(program, edits, result.diagnostics);
    keep_harmless_pragmas(program, edits);
    name_memory_functions(program, edits);
  }
  const Kernels kernels(program, scopes, edits);
  std::optional<PlainKernels> plain;
  if (options.loops) plain.emplace(program, scopes, edits);
  rewrite_launches({program, scopes, kernels, plain ? &*plain : nullptr, untrusted}, edits,
                   result.diagnostics);
  note_addresses(program, kernels, edits);
  mark_copied_tensor_maps(program, scopes, edits);
  rewrite_shared_variables(program, scopes, edits, result.diagnostics);
  rewrite_device_variables(program, scopes, edits, result.diagnostics);
  ptx.rewrite(edits);
  instrument_waiting_loops(program, scopes, edits);
  mark_unused_results(program, scopes, edits);
  note_unset_locals(program, scopes, edits);
  rewrite_specifiers(program, scopes, edits);
  rewrite_pragmas(program, edits);
  qualify_reused_names(program, scopes, edits);
  if (!result.diagnostics.empty()) return result;
  result.text = edits.apply();
  result.copied = edits.copied();
  return result;
}

Result find_unseen(std::string_view text, std::string_view dump, const Ownership& ownership) {
  Result result;
  const Source source = read_source(text, "", ownership, result.diagnostics);
  result.files = source.files;
  const Program program(source, result.diagnostics);
  const Scopes scopes(program, result.diagnostics);
  if (result.diagnostics.empty()) find_unseen_copies(program, scopes, dump, result.diagnostics);
  return result;
}

Result compare(std::string_view text, std::string_view clean, const Ownership& ownership) {
  Result result;
  const Source source = read_source(text, "", ownership, result.diagnostics);
  const Source expected = read_source(clean, "", ownership, result.diagnostics);
  result.files = source.files;
  if (result.diagnostics.empty()) compare_headers(source, expected, result.diagnostics);
  return result;
}

}  // namespace simt::rewrite
