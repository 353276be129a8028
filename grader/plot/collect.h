// Selects the results of a figure, and the remarks about those left out.
#pragma once

#include <string>
#include <vector>

#include "plot/make_figures.h"

namespace warpgrade {

/// The integers set on the command line, in order.
std::vector<std::string> dimension_names(const VariantsReport& report);

/// True for results with the drawn precision and machine.
bool is_drawn(const VariantResult& result, const DrawnResults& drawn);

/// The function ended, and no checked value is wrong.
bool is_right(const VariantResult& result);

/// True if its arguments are the defaults or the values set instead: not part of a sweep.
bool is_plain(const VariantsReport& report, const Variant& variant, const VariantResult& result,
              const DrawnResults& drawn);

/// True if the integers match `where`, and the variants' defaults otherwise.
bool holds(const VariantsReport& report, const Sizes& where, const VariantResult& result,
           const DrawnResults& drawn);

/// A series without points: name and style.
Series series_for(const VariantsReport& report, const Variant& variant);

std::string joined(const std::vector<std::string>& words, const std::string& between);

/// The dimensions of the size, equal ones together: "M = N = 8, S = 5000". Without names in
/// `leave_out`.
std::string size_text(const VariantsReport& report, const Sizes& sizes,
                      const std::vector<std::string>& leave_out);

/// The sizes above the points, if the lower axis shows something else.
void add_sizes_at_top(Figure& figure, const VariantsReport& report,
                      const std::vector<const VariantResult*>& shown);

/// Remarks about left-out and unverified results and the CPU engine; machine and date.
void add_remarks(Figure& figure, const VariantsReport& report, const DrawnResults& drawn,
                 const std::vector<const VariantResult*>& shown, const Sizes& where);

}  // namespace warpgrade
