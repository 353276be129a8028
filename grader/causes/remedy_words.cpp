#include "causes/remedy.h"

#include <algorithm>

namespace warpgrade {
namespace {

std::string quoted(const std::string& code) { return "`" + code + "`"; }

}  // namespace

std::string describe(const Remedy& remedy) {
  const std::string line = "line " + std::to_string(remedy.line), code = quoted(remedy.code);
  if (remedy.id == "statement.after") return code + " after " + line;
  if (remedy.id == "statement.before") return code + " before " + line;
  if (remedy.id == "loop.end") return code + " at the end of the loop that ends in " + line;
  if (remedy.id == "function.start") return code + " at the start of the function, in " + line;
  if (remedy.id == "loop.behind")
    return code + " after the loop that ends in " + line + ", not in " + remedy.old_code;
  if (remedy.id == "statement.behind")
    return code + " behind " + line + ", not in " + remedy.old_code;
  if (remedy.id == "statement.removed") return quoted(remedy.old_code) + " removed from " + line;
  if (remedy.id == "variable.outside")
    return code + " outside the function, in place of " + quoted(remedy.old_code) + " in " + line;
  if (remedy.id == "guard") return code + " before the statement in " + line;
  if (remedy.id == "guard.value") return code + " as the value in " + line;
  if (remedy.id == "barrier.out")
    return "the barrier of " + remedy.old_code + " moved behind the " +
           (remedy.cause.known() ? "loop" : "branch") + " that ends in " + line;
  if (remedy.id == "return.guard") return "no `return` in " + line + ", and " + remedy.old_code;
  const std::string in_place = code + " in place of " + quoted(remedy.old_code) + " in " + line;
  return remedy.id == "expression.exchanged" ? in_place + ", and the other way round" : in_place;
}

std::string describe_untried(const TriedRemedy& tried) {
  if (tried.seconds == 0) return "";
  return "There was no time for all fixes (" + std::to_string(tried.seconds) + " s).";
}

}  // namespace warpgrade
