// Which results a figure shows, and what must be said of those that it does not.
#pragma once

#include <string>
#include <vector>

#include "plot/figures.h"

namespace warpgrade {

/// The integers that words of the command line set, in their order.
std::vector<std::string> dimension_names(const VariantsReport& report);

/// Of the precision and on the machine that are drawn.
bool is_drawn(const VariantResult& result, const Drawn& drawn);

/// The function ended, and nothing that was looked at is wrong.
bool is_right(const VariantResult& result);

/// Its arguments are the defaults, or what was set in their place: no part of a sweep.
bool is_plain(const VariantsReport& report, const Variant& variant, const VariantResult& result,
              const Drawn& drawn);

/// The integers of `where` hold, and of the variants' other defaults those that no dimension sets.
bool holds(const VariantsReport& report, const Sizes& where, const VariantResult& result,
           const Drawn& drawn);

/// Without points yet: name and look.
Series series_for(const VariantsReport& report, const Variant& variant);

std::string joined(const std::vector<std::string>& words, const std::string& between);

/// The dimensions of the size, equal ones together: "M = N = 8, S = 5000". Names in `leave_out` are
/// left out.
std::string size_text(const VariantsReport& report, const Sizes& sizes,
                      const std::vector<std::string>& leave_out);

/// The sizes above the points where the axis below shows something else.
void add_sizes_at_top(Figure& figure, const VariantsReport& report,
                      const std::vector<const VariantResult*>& shown);

/// What was left out, what was not verified, what ran on the CPU engine; machine and date.
void add_remarks(Figure& figure, const VariantsReport& report, const Drawn& drawn,
                 const std::vector<const VariantResult*>& shown, const Sizes& where);

}  // namespace warpgrade
