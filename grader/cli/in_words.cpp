#include "cli/in_words.h"

#include <cstdio>
#include <iostream>
#include <string>

#include "cli/commands.h"
#include "lab/fault.h"
#include "report/text.h"

namespace warpgrade {
namespace {

void complain(const std::string& tone, const std::string& what, const std::string& advice) {
  std::cout.flush();
  // File names stand in it, too, and are anybody's.
  std::fprintf(stderr, "%s: %s\n", tone.c_str(), printable(what, true).c_str());
  if (!advice.empty()) std::fprintf(stderr, "  %s\n", printable(advice, true).c_str());
}

}  // namespace

int in_words(const std::function<int()>& work) {
  try {
    return work();
  } catch (const UsageError& e) {
    complain("warpgrade", e.what(), e.advice());
    return usage_error;
  } catch (const GraderError& e) {
    complain("This is the grader's trouble, not the submission's", e.what(), e.advice());
    return grader_error;
  } catch (const std::exception& e) {
    complain("This is the grader's trouble, not the submission's", e.what(), "");
    return grader_error;
  }
}

}  // namespace warpgrade
