// The findings of one task in a terminal report.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "causes/cause_page.h"
#include "model/result.h"
#include "report/document.h"
#include "report/page.h"

namespace warpgrade {

/// Texts of the student's files by name.
using Sources = std::map<std::string, std::string>;

/// Pages about causes that the report has named, by id: once is enough.
using Named = std::set<std::string, std::less<>>;

/// In its colour.
std::string sign_of(const Page& page, const Look& look);

/// Pages that are not to be named: they say how to fix things.
Named withheld(const GradeResult& grade);

/// The command that shows that page, unless there is none or it was named before.
void name_page(Page& page, const CausePage* about, Named& named);

/// The first `most` errors, the first `quoted` of them with their line of source. Where the values
/// are right all the same, why that is no comfort. Below the first of a cause the command that
/// explains it.
void add_errors(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted);

/// Likewise the advice. Advice on speed only where there is nothing to be put right first.
void add_advice(Page& page, const TaskPart& part, const Sources& sources, Named& named,
                std::size_t most, std::size_t quoted);

/// Line `number` (from 1) of `text` without its end; nothing where there is no such line.
std::string_view source_line(std::string_view text, int number);

/// Where in `line` that array stands with its subscripts: first and last column (from 0); the same
/// twice where it is not found.
std::pair<std::size_t, std::size_t> subject_in(std::string_view line, std::string_view array);

}  // namespace warpgrade
