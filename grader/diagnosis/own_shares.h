// Advice on accesses of threads that each walk along a share of their own.
#pragma once

#include <map>
#include <string>

#include "findings/finding.h"

namespace warpgrade {

/// Changes the cause of advice on scattered accesses to "cost.own-share" where the source shows
/// that each thread goes through elements that follow each other: `for (j = t * share; …; ++j)`, or
/// a copy `s[…] = in[(first + t) * N + j]`. `sources`: texts by file.
void name_own_share(Finding& advice, const std::map<std::string, std::string>& sources);

}  // namespace warpgrade
