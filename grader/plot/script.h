// Writes a figure as a gnuplot script.
#pragma once

#include <string>

#include "plot/figure.h"

namespace warpgrade {

/// The script writes NAME.svg and NAME.png to gnuplot's folder. It contains the data, so it can be
/// edited and rerun with `gnuplot NAME.gp`.
std::string gnuplot_script(const Figure& figure);

/// `text` in double quotes, as it is: nothing in it is a command or markup to gnuplot. With
/// `markup`
/// ^{} keeps its meaning.
std::string gnuplot_quoted(const std::string& text, bool markup = false);

}  // namespace warpgrade
