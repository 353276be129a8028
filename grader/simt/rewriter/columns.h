// Translates columns in g++'s messages about a rewritten text to those of the author's file.
#pragma once

#include <string>
#include <string_view>

#include "simt/rewriter/rewrite.h"

namespace simt::rewrite {

/// `messages`: g++'s messages about `result.text`, which was made from `preprocessed`. If a column
/// changes, the source line below the message becomes the file's own, with the word at that column
/// marked. Text that is not in the author's line (it came from a macro) gets no column.
std::string with_columns_of_source(std::string_view messages, std::string_view preprocessed,
                                   const Result& result);

}  // namespace simt::rewrite
