#include "export/aliases.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include "base/fault.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/utf8.h"
#include "gradebook/named_student.h"
#include "import/csv.h"

namespace warpgrade {
namespace {

constexpr std::array<std::string_view, 32> kinds = {
    "amber", "brave",  "bright", "calm",  "clever",  "coral",  "crisp", "eager",
    "early", "gentle", "golden", "green", "hidden",  "honest", "jolly", "keen",
    "lucky", "merry",  "misty",  "noble", "patient", "polar",  "quick", "quiet",
    "rapid", "silver", "sunny",  "swift", "tidy",    "vivid",  "warm",  "wise"};
constexpr std::array<std::string_view, 32> birds = {
    "avocet", "bittern", "bunting", "condor", "crane",  "curlew",  "dipper", "dunlin",
    "egret",  "falcon",  "finch",   "gannet", "godwit", "grebe",   "heron",  "hoopoe",
    "ibis",   "jay",     "kestrel", "kite",   "lark",   "linnet",  "magpie", "merlin",
    "osprey", "petrel",  "plover",  "robin",  "siskin", "swallow", "tern",   "wren"};

/// "quiet heron 27".
std::string draw_alias(const std::string& secret, const std::string& id, int round) {
  Sha256 hash;
  hash.add(fmt::format("{}\n{}\n{}", secret, round, id));
  const auto d = hash.digest();
  return fmt::format("{} {} {}", kinds[d[0] % kinds.size()], birds[d[1] % birds.size()],
                     10 + (d[2] * 256 + d[3]) % 90);
}

/// A word of the student's id or name that `alias` contains; or "".
std::string revealing_word(const std::string& alias, const Student& student) {
  const std::string lower_alias = lower(alias);
  std::string word;
  for (const std::string& field : {student.id, student.login, student.email, student.name}) {
    for (const char c : lower(field) + " ") {
      if (c != ' ' && c != ',' && c != '@') {
        word += c;
        continue;
      }
      constexpr std::size_t min_length = 3;  // shorter words may match by chance
      if (word.size() >= min_length && lower_alias.find(word) != lower_alias.npos) return word;
      word.clear();
    }
  }
  return "";
}

}  // namespace

std::map<std::string, std::string> aliases_for(const std::vector<Student>& students,
                                               const std::map<std::string, std::string>& chosen,
                                               const std::string& secret) {
  std::set<std::string> taken, ids;
  for (const auto& [id, alias] : chosen) taken.insert(lower(alias));
  for (const Student& student : students) ids.insert(student.id);
  std::map<std::string, std::string> aliases;
  for (const std::string& id : ids) {
    const auto found = chosen.find(id);
    std::string alias = found == chosen.end() ? "" : found->second;
    for (int round = 0; alias.empty(); ++round)
      if (std::string next = draw_alias(secret, id, round); taken.insert(next).second) alias = next;
    aliases[id] = alias;
  }
  return aliases;
}

std::map<std::string, std::string> chosen_aliases(const std::filesystem::path& file,
                                                  const std::vector<Student>& students) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw UsageError(file.string() + " cannot be read.");
  const auto rows = parse_csv(text, file.string());
  std::optional<std::size_t> who, what;
  for (std::size_t c = 0; !rows.empty() && c < rows[0].cells.size(); ++c) {
    if (lower(rows[0].cells[c]) == "student") who = c;
    if (lower(rows[0].cells[c]) == "alias") what = c;
  }
  if (!who || !what)
    throw UsageError(file.string() + " has no columns student and alias.",
                     "The first line must be: student,alias.");
  const StudentNames names(students);
  std::map<std::string, std::string> chosen;
  std::map<std::string, std::string> owner;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::string place = fmt::format("{}:{}", file.string(), rows[r].line);
    if (rows[r].cells.size() <= std::max(*who, *what))
      throw UsageError(place + ": a student or an alias is missing.");
    const std::string alias = plain_text(rows[r].cells[*what]);
    if (alias.find_first_not_of(' ') == alias.npos) continue;  // draw one
    const auto id = find_student(rows[r].cells[*who], names, place);
    if (!id) continue;  // a student who handed in nothing
    if (alias.size() > 30) throw UsageError(place + ": an alias has at most 30 letters.");
    for (const Student& student : students)
      if (const std::string word = revealing_word(alias, student); !word.empty())
        throw UsageError(fmt::format("{}: \"{}\" reveals the student: {}.", place, alias, word),
                         "Ask for another alias, or leave the cell empty to draw one.");
    const auto [at, is_new] = owner.emplace(lower(alias), *id);
    if (!is_new && at->second != *id)
      throw UsageError(fmt::format("{}: \"{}\" is another student's alias, too.", place, alias));
    chosen[*id] = alias;
  }
  return chosen;
}

}  // namespace warpgrade
