#include "gradebook/hand_in.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gradebook/health.h"

namespace warpgrade {
namespace {

std::string unusable_checksum(const UnusableEntry& e, const std::string& labs,
                              const std::string& others) {
  const Unusable& u = e.what;
  return checksum_of_fields({u.student.id, u.source, labs, u.file, u.reason, others, u.submitted_at,
                             u.late ? "late" : "", e.first_seen, e.seen});
}

std::string hand_in_checksum(std::int64_t submission, const std::string& others,
                             const HandInFacts& facts) {
  return checksum_of_fields(
      {std::to_string(submission), others, facts.taken, facts.disowned ? "disowned" : ""});
}

}  // namespace

std::string format_list(const std::vector<std::string>& list) {
  // Invalid UTF-8 must not cause an error.
  return nlohmann::json(list).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> parse_list(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  std::vector<std::string> list;
  if (json.is_array())
    for (const auto& one : json)
      if (one.is_string()) list.push_back(one);
  return list;
}

void save_unusable(Database& database, const Unusable& what, const std::string& seen) {
  const std::string labs = format_list(what.labs), others = format_list(what.student.others);
  UnusableEntry entry{what, seen, seen};
  {
    Statement known(database,
                    "SELECT first_seen FROM unusable WHERE student = ? AND source = ? AND labs = ? "
                    "AND file = ? AND submitted_at = ?");
    known.add(what.student.id).add(what.source).add(labs).add(what.file).add(what.submitted_at);
    if (known.step()) entry.first_seen = known.text(0);
  }
  Statement(
      database,
      "INSERT INTO unusable (student, source, labs, file, reason, others, submitted_at, late, "
      "first_seen, seen, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (student, "
      "source, labs, file, submitted_at) DO UPDATE SET reason = excluded.reason, others = "
      "excluded.others, late = excluded.late, seen = excluded.seen, sum = excluded.sum")
      .add(what.student.id)
      .add(what.source)
      .add(labs)
      .add(what.file)
      .add(what.reason)
      .add(others)
      .add(what.submitted_at)
      .add(std::int64_t{what.late})
      .add(entry.first_seen)
      .add(seen)
      .add(unusable_checksum(entry, labs, others))
      .run();
}

std::vector<UnusableEntry> load_unusable(const Database& database) {
  Statement found(database,
                  "SELECT t.id, t.name, t.email, t.login, t.section, u.others, u.source, u.labs, "
                  "u.file, u.reason, u.submitted_at, u.late, u.first_seen, u.seen, u.sum, u.id "
                  "FROM unusable u JOIN students t ON t.id = u.student ORDER BY u.id");
  std::vector<UnusableEntry> all;
  while (found.step()) {
    UnusableEntry e;
    Unusable& u = e.what;
    u.student = {found.text(0), found.text(1), found.text(2),
                 found.text(3), found.text(4), parse_list(found.text(5))};
    u.source = found.text(6);
    u.labs = parse_list(found.text(7));
    u.file = found.text(8);
    u.reason = found.text(9);
    u.submitted_at = found.text(10);
    u.late = found.number(11) != 0;
    e.first_seen = found.text(12);
    e.seen = found.text(13);
    check_checksum(database, fmt::format("unusable {} ({})", found.number(15), u.student.id),
                   found.text(14), unusable_checksum(e, found.text(7), found.text(5)));
    all.push_back(std::move(e));
  }
  return all;
}

void save_hand_in(Database& database, std::int64_t submission, const HandInFacts& facts) {
  const std::string others = format_list(facts.others);
  Statement(
      database,
      "INSERT INTO hand_ins (submission, others, taken, disowned, sum) VALUES (?, ?, ?, ?, ?) "
      "ON CONFLICT (submission) DO UPDATE SET others = excluded.others, taken = "
      "excluded.taken, disowned = excluded.disowned, sum = excluded.sum")
      .add(submission)
      .add(others)
      .add(facts.taken)
      .add(std::int64_t{facts.disowned})
      .add(hand_in_checksum(submission, others, facts))
      .run();
}

void disown(Database& database, const std::string& source, const std::string& lab,
            const std::string& seen) {
  Statement found(
      database,
      "SELECT s.id, coalesce(h.others, t.others), coalesce(h.taken, '') FROM submissions "
      "s JOIN students t ON t.id = s.student LEFT JOIN hand_ins h ON h.submission = s.id "
      "WHERE s.source = ? AND s.seen <> ? AND EXISTS (SELECT 1 FROM grades g WHERE "
      "g.submission = s.id AND g.lab = ?)");
  found.add(source).add(seen).add(lab);
  std::map<std::int64_t, HandInFacts> all;
  while (found.step()) all[found.number(0)] = {parse_list(found.text(1)), found.text(2), true};
  for (const auto& [submission, facts] : all) save_hand_in(database, submission, facts);
}

std::map<std::int64_t, HandInFacts> load_hand_ins(const Database& database) {
  Statement found(database, "SELECT submission, others, taken, disowned, sum FROM hand_ins");
  std::map<std::int64_t, HandInFacts> all;
  while (found.step()) {
    const std::int64_t submission = found.number(0);
    HandInFacts facts{parse_list(found.text(1)), found.text(2), found.number(3) != 0};
    check_checksum(database, fmt::format("the hand-in of submission {}", submission), found.text(4),
                   hand_in_checksum(submission, found.text(1), facts));
    all[submission] = std::move(facts);
  }
  return all;
}

}  // namespace warpgrade
