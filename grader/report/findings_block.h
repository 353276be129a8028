// The mistakes of one task in a terminal report: findings, the fix, consequences.
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

/// Ids of cause pages that the report has already mentioned: once is enough.
using Named = std::set<std::string, std::less<>>;

/// The status sign in its color.
std::string format_sign(const Page& page, const StatusBadge& badge);

/// Pages that must not be mentioned because they explain fixes.
Named withheld(const GradeResult& grade);

/// Adds the command that explains the cause, if there is a page that was not mentioned before.
void name_page(Page& page, const CausePage* about, Named& named);

/// Adds quoted source lines with their marks.
void add_quote(Page& page, const std::vector<QuotedLine>& quote);

/// Adds a mistake: its headline with the place, and the source lines.
void add_bug(Page& page, const Bug& bug, bool quoted);

/// Adds the first `most` mistakes, the first `quoted` of them with their source lines; the fix;
/// consequences; the command that explains the first cause.
void add_bugs(Page& page, const TaskPart& part, Named& named, std::size_t most, std::size_t quoted);

/// Adds the first `most` pieces of advice, the first `quoted` of them with their source lines.
/// Advice on speed only if there are no mistakes.
void add_advice(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted);

}  // namespace warpgrade
