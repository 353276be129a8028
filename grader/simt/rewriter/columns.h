// What g++ says of a rewritten text, with the columns that the author's editor counts.
#pragma once

#include <string>
#include <string_view>

#include "simt/rewriter/rewrite.h"

namespace simt::rewrite {

/// `messages` of g++ about `result.text`, which was made of `preprocessed`. Where a column changes,
/// the line of source below its message is the file's own, with the word at that column marked.
/// What has no place in the author's line (it came from a macro) names no column.
std::string with_columns_of_source(std::string_view messages, std::string_view preprocessed,
                                   const Result& result);

}  // namespace simt::rewrite
