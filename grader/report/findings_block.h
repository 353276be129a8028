// What is wrong with one task in a terminal report: mistakes, the fix, what follows.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "causes/cause_page.h"
#include "model/result.h"
#include "report/document/document.h"
#include "report/page.h"

namespace warpgrade {

/// Pages about causes that the report has named, by id: once is enough.
using Named = std::set<std::string, std::less<>>;

/// In its colour.
std::string format_sign(const Page& page, const StatusBadge& badge);

/// Pages that are not to be named: they say how to fix things.
Named withheld(const GradeResult& grade);

/// The command that explains that cause, unless there is none or it was named before.
void name_page(Page& page, const CausePage* about, Named& named);

/// Lines of source with what is marked in them.
void add_quote(Page& page, const std::vector<QuotedLine>& quote);

/// A head with the place, and what of the source it speaks of.
void add_bug(Page& page, const Bug& bug, bool quoted);

/// The first `most` mistakes, the first `quoted` of them with their lines of source; the change
/// that helps; what follows. The command that explains the first cause.
void add_bugs(Page& page, const TaskPart& part, Named& named, std::size_t most, std::size_t quoted);

/// The first `most` pieces of advice, the first `quoted` of them with their lines of source. Advice
/// on speed only where there is nothing to be put right first.
void add_advice(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted);

}  // namespace warpgrade
