// A figure as a script of gnuplot.
#pragma once

#include <string>

#include "plot/figure.h"

namespace warpgrade {

/// Writes NAME.svg and NAME.png into the folder in which gnuplot runs. Data stand in the script:
/// whoever wants another look edits it and runs `gnuplot NAME.gp`.
std::string gnuplot_script(const Figure& figure);

/// `text` in double quotes, as it is: nothing in it is a command or markup to gnuplot. With
/// `markup`
/// ^{} keeps its meaning.
std::string gnuplot_quoted(const std::string& text, bool markup = false);

}  // namespace warpgrade
