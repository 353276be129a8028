#include "report/hidden_part.h"

#include <nlohmann/json.hpp>

namespace warpgrade {
namespace {

using Part = nlohmann::json;

void put_back(Part& task, const Part& from) {
  for (const Part& part : from.at("cases"))
    for (Part& c : task.at("cases"))
      if (c.at("case") == part.at("case")) c.update(part);
  for (const Part& finding : from.at("findings")) task.at("findings").push_back(finding);
  if (from.at("check") != "") task.at("checks")["detail"] = from.at("check");
}

}  // namespace

void put_back_hidden(nlohmann::json& grade) {
  if (!grade.is_object() || !grade.contains("hidden")) return;
  try {
    for (const Part& from : grade.at("hidden").at("tasks"))
      for (Part& task : grade.at("tasks"))
        if (task.at("task") == from.at("task")) put_back(task, from);
  } catch (const Part::exception&) {
    // The reader copes with what is there.
  }
}

}  // namespace warpgrade
