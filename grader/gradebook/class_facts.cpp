#include "gradebook/class_facts.h"

#include <nlohmann/json.hpp>

#include "gradebook/health.h"

namespace warpgrade {
namespace {

using Json = nlohmann::json;

Json as_json(const Student& s) {
  return {{"id", s.id},       {"name", s.name},          {"email", s.email},
          {"login", s.login}, {"section", s.section},    {"others", s.others},
          {"team", s.team},   {"other_ids", s.other_ids}};
}

Student student_from_json(const Json& json) {
  Student student = {json.at("id"),      json.at("name"),   json.at("email"),      json.at("login"),
                     json.at("section"), json.at("others"), json.value("team", "")};
  student.other_ids = json.value("other_ids", student.other_ids);  // missing in earlier versions
  return student;
}

}  // namespace

std::vector<Student> class_list(const ClassFacts& facts) {
  std::vector<Student> students = facts.roster;
  for (Student& student : students)
    if (const auto own = facts.roster_teams.find(student.id); own != facts.roster_teams.end())
      student.team = own->second;
  return students;
}

void save_facts(Database& database, const ClassFacts& facts) {
  Json roster = Json::array();
  for (const Student& student : facts.roster) roster.push_back(as_json(student));
  const Json json = {{"title", facts.title},
                     {"imported", facts.imported},
                     {"roster", std::move(roster)},
                     {"unmatched", facts.unmatched},
                     {"left_out", facts.left_out},
                     {"remaining", facts.remaining},
                     {"roster_teams", facts.roster_teams}};
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  Transaction transaction(database);
  Statement(database,
            "INSERT INTO class (id, facts, sum) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "facts = excluded.facts, sum = excluded.sum")
      .add(text)
      .add(checksum(text))
      .run();
  transaction.commit();
}

ClassFacts load_facts(const Database& database) {
  Statement found(database, "SELECT facts, sum FROM class");
  ClassFacts facts;
  if (!found.step() || checksum(found.text(0)) != found.text(1)) return facts;
  try {
    const Json json = Json::parse(found.text(0));
    facts.title = json.at("title");
    facts.imported = json.at("imported");
    for (const Json& student : json.at("roster"))
      facts.roster.push_back(student_from_json(student));
    json.at("unmatched").get_to(facts.unmatched);
    facts.left_out = json.value("left_out", facts.left_out);  // missing in earlier versions
    facts.remaining = json.at("remaining");
    facts.roster_teams = json.value("roster_teams", facts.roster_teams);
  } catch (const Json::exception&) {
    return {};
  }
  return facts;
}

}  // namespace warpgrade
