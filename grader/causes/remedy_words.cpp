#include "causes/remedy.h"

#include <algorithm>

namespace warpgrade {
namespace {

std::string quoted(const std::string& code) { return "`" + code + "`"; }

std::string joined(const std::vector<std::string>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i)
    text += (i == 0 ? "" : i + 1 == list.size() ? " and " : ", ") + list[i];
  return text;
}

/// Of "race matmul.cu:31" and "case 5x7x3-uniform" only the former.
std::vector<std::string> findings_of(std::vector<std::string> wrongs) {
  std::erase_if(wrongs, is_case);
  return wrongs;
}

}  // namespace

std::string words_of(const Remedy& remedy) {
  const std::string line = "line " + std::to_string(remedy.line), code = quoted(remedy.code);
  if (remedy.id == "statement.after") return code + " after " + line;
  if (remedy.id == "statement.before") return code + " before " + line;
  if (remedy.id == "loop.end") return code + " at the end of the loop that ends in " + line;
  if (remedy.id == "function.start") return code + " at the start of the function, in " + line;
  if (remedy.id == "loop.behind")
    return code + " after the loop that ends in " + line + ", not in " + remedy.old_code;
  if (remedy.id == "statement.behind")
    return code + " behind " + line + ", not in " + remedy.old_code;
  if (remedy.id == "variable.outside")
    return code + " outside the function, in place of " + quoted(remedy.old_code) + " in " + line;
  if (remedy.id == "guard") return code + " before the statement in " + line;
  if (remedy.id == "guard.value") return code + " as the value in " + line;
  if (remedy.id == "barrier.out")
    return "the barrier of " + remedy.old_code + " moved behind the branch that ends in " + line;
  if (remedy.id == "return.guard") return "no `return` in " + line + ", and " + remedy.old_code;
  const std::string in_place = code + " in place of " + quoted(remedy.old_code) + " in " + line;
  return remedy.id == "expression.exchanged" ? in_place + ", and the other way round" : in_place;
}

std::string words_of_untried(const TriedRemedy& tried) {
  if (tried.seconds == 0) return "";
  return "Not all fixes were tried (" + std::to_string(tried.seconds) + " s): --try-remedies " +
         std::to_string(std::max(60, 4 * tried.seconds)) + " tries the rest.";
}

std::string words_of(const TriedRemedy& tried) {
  if (tried.changes.empty()) return words_of_untried(tried);
  std::vector<std::string> changes;
  std::string why;
  for (const Remedy& remedy : tried.changes) {
    changes.push_back(words_of(remedy));
    if (remedy.cause.known()) why += words_of(remedy.cause) + " ";
  }
  const std::string head = why + "Tried in a copy of your file: " + joined(changes) + ". ";
  const std::string cases = tried.cases == 1 ? "the case that was checked is"
                            : tried.cases == 2
                                ? "both checked cases are"
                                : "all " + std::to_string(tried.cases) + " checked cases are";
  if (tried.outcome == TriedRemedy::Outcome::right)
    return head + "With that " + cases + " right and no error is found.";
  const std::string rest = tried.seconds == 0 ? "" : " " + words_of_untried(tried);
  const auto left = findings_of(tried.left), gone = findings_of(tried.gone);
  const std::size_t wrong = tried.left.size() - left.size();
  const std::string most = std::to_string(static_cast<std::size_t>(tried.cases) - wrong) + " of " +
                           std::to_string(tried.cases) + " checked cases are";
  const auto one = std::find_if(tried.left.begin(), tried.left.end(), is_case);
  const std::string name = one == tried.left.end() ? "" : one->substr(one->find(' ') + 1);
  const std::string others =
      wrong == 1 ? "one, " + name : std::to_string(wrong) + ", such as " + name;
  if (wrong > 0 && left.empty())
    return head + "With that no error is found, and " + most +
           " right. Something else is wrong in the other " + others + "." + rest;
  return head + "With that " + (wrong > 0 ? most : cases) + " right" +
         (gone.empty() ? "" : ", and this is gone: " + joined(gone)) +
         ". What remains: " + joined(left) +
         (wrong > 0 ? ", and what is wrong in the other " + others : "") + "." + rest;
}

}  // namespace warpgrade
