#include "similar/results.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace warpgrade::similar {
namespace {

using Json = nlohmann::ordered_json;

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string line(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& one : fields) text += field(one) + ',';
  text.back() = '\n';
  return text;
}

std::string share(double value) { return fmt::format("{:.3f}", value); }

Json person(const HandIn& hand_in) {
  Json json = {{"student", hand_in.student.id}, {"attempt", hand_in.attempt}};
  if (!hand_in.origin.empty()) json["of"] = hand_in.origin;
  return json;
}

Json place(const Place& at, const std::vector<SourceFile>& sources) {
  return {{"file", at.file < sources.size() ? sources[at.file].name : ""},
          {"first", at.first},
          {"last", at.last}};
}

Json pair_json(const LabFound& one, const Pair& pair, const ReadSources& sources) {
  const auto a = sources(one, pair.a), b = sources(one, pair.b);
  Json json = {{"a", person(one.hand_ins[pair.a])},
               {"b", person(one.hand_ins[pair.b])},
               {"own_a", pair.own_a},
               {"own_b", pair.own_b},
               {"alike", pair.alike},
               {"share_a", pair.share_a()},
               {"share_b", pair.share_b()},
               {"longest", pair.longest}};
  Json regions = Json::array();
  for (const Region& r : pair.regions)
    regions.push_back({{"a", place(r.a, a)}, {"b", place(r.b, b)}, {"tokens", r.tokens}});
  json["regions"] = regions;
  return json;
}

}  // namespace

std::string similar_csv(const std::vector<LabFound>& labs) {
  std::string text = line({"lab", "kind", "student_a", "attempt_a", "student_b", "attempt_b",
                           "share_a", "share_b", "own_a", "own_b", "alike", "longest"});
  for (const LabFound& one : labs) {
    const auto begin = [&](const char* kind, std::size_t a, std::size_t b) {
      const HandIn &first = one.hand_ins[a], &second = one.hand_ins[b];
      return std::vector<std::string>{one.lab,
                                      kind,
                                      student_key(first),
                                      std::to_string(first.attempt),
                                      student_key(second),
                                      std::to_string(second.attempt)};
    };
    for (const auto& group : one.found.identical)
      for (std::size_t i = 1; i < group.size(); ++i) {
        std::vector<std::string> fields = begin("identical", group[0], group[i]);
        fields.insert(fields.end(), {share(1), share(1), "", "", "", ""});
        text += line(fields);
      }
    for (const Pair& pair : one.found.pairs) {
      std::vector<std::string> fields = begin("similar", pair.a, pair.b);
      fields.insert(fields.end(), {share(pair.share_a()), share(pair.share_b()),
                                   std::to_string(pair.own_a), std::to_string(pair.own_b),
                                   std::to_string(pair.alike), std::to_string(pair.longest)});
      text += line(fields);
    }
  }
  return text;
}

std::string similar_json(const std::vector<LabFound>& labs, const ReadSources& sources) {
  Json all = Json::array();
  for (const LabFound& one : labs) {
    const Found& f = one.found;
    Json pairs = Json::array(), identical = Json::array();
    for (const Pair& pair : f.pairs) pairs.push_back(pair_json(one, pair, sources));
    for (const auto& group : f.identical) {
      Json people = Json::array();
      for (const std::size_t h : group) people.push_back(person(one.hand_ins[h]));
      identical.push_back(people);
    }
    all.push_back({{"lab", one.lab},
                   {"students", f.students},
                   {"attempts", one.hand_ins.size()},
                   {"programs", f.programs},
                   {"common_knowledge_from", f.common + 1},
                   {"pairs", pairs},
                   {"identical", identical},
                   {"clusters", f.clusters},
                   {"too_large", f.left_out}});
  }
  // Invalid UTF-8 in a name must not cause an error.
  return Json{{"labs", all}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warpgrade::similar
