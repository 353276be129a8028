#include "lab/bench_mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/nearest.h"
#include "base/text.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using Json = nlohmann::json;

class BenchReader {
 public:
  BenchReader(const Json& bench, const Lab& lab) : bench_(bench), lab_(lab) {
    integers_.insert(lab.constants.begin(), lab.constants.end());
    for (const Task& task : lab.tasks) {
      tasks_.push_back(task.entry);
      for (const Parameter& parameter : task.signature.parameters)
        if (parameter.kind == Parameter::Kind::integer) integers_.insert(parameter.name);
      // A reference may have sizes that are no parameter of a function.
      for (const Case& c : task.cases)
        for (const auto& [name, value] : c.sizes) integers_.insert(name);
    }
  }

  std::vector<SchemaMistake> read() {
    const auto kinds = find_reference(lab_.name).input_kinds();
    const std::string input = bench_.at("input");
    if (std::find(kinds.begin(), kinds.end(), input) == kinds.end())
      add("/input", fmt::format("the reference has no kind of input \"{}\". {}", input,
                                choose_from("It has", input, kinds)));
    dimensions();
    for (const char* key : {"defaults", "small"})
      if (bench_.contains(key)) check_size_names(bench_.at(key), std::string("/") + key);
    complete(bench_.at("small"), "/small");
    list_of_sizes(bench_.at("sizes"), "/sizes");
    for (const char* key : {"gpu", "cpu"})
      list_of_sizes(bench_.at("curve").at(key), std::string("/curve/") + key);
    rate(bench_.at("rate"), "/rate");
    const Json rates = bench_.value("rates", Json::object());
    for (const auto& [task, of] : rates.items()) {
      if (std::find(tasks_.begin(), tasks_.end(), task) == tasks_.end())
        add("/rates/" + task,
            "the lab has no such task. " + choose_from("The tasks are", task, tasks_));
      rate(of, "/rates/" + task);
    }
    footprint();
    sum("effort", bench_, "", {});
    if (bench_.contains("roofline"))
      for (const char* key : {"flops", "bytes"})
        sum(key, bench_.at("roofline"), "/roofline", {"done", "real"});
    figures();
    return std::move(found_);
  }

 private:
  void add(const std::string& place, const std::string& what) { found_.push_back({place, what}); }

  void name(const std::string& word, const std::string& place,
            const std::set<std::string>& others = {}) {
    if (integers_.count(word) + others.count(word) > 0) return;
    std::vector<std::string> known(integers_.begin(), integers_.end());
    known.insert(known.end(), others.begin(), others.end());
    add(place, fmt::format("the contract has no integer \"{}\". {}", word,
                           choose_from("The names are", word, known)));
  }

  void check_size_names(const Json& sizes, const std::string& place) {
    for (const auto& [word, value] : sizes.items()) name(word, place);
  }

  /// Checks that every function of the lab can be called with these sizes and the defaults.
  void complete(const Json& sizes, const std::string& place) {
    const Json defaults = bench_.value("defaults", Json::object());
    std::set<std::string> missing;
    const auto need = [&](const std::string& integer) {
      if (!sizes.contains(integer) && !defaults.contains(integer)) missing.insert(integer);
    };
    for (const Task& task : lab_.tasks)
      for (const Parameter& parameter : task.signature.parameters)
        if (parameter.kind == Parameter::Kind::integer) need(parameter.name);
    for (const std::string& integer : missing)
      add(place, fmt::format("\"{0}\" is missing, an integer of the contract; write \"{0}\" here "
                             "or in /defaults",
                             integer));
  }

  void list_of_sizes(const Json& list, const std::string& place) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string at = place + "/" + std::to_string(i);
      check_size_names(list[i], at);
      complete(list[i], at);
    }
  }

  void dimensions() {
    const Json& all = bench_.at("dimensions");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string at = "/dimensions/" + std::to_string(i);
      const std::size_t numbers = i + 1;
      if (!all[i].empty() && all[i].size() != numbers)
        add(at, fmt::format("there is {0} here; {1} after --size need{2} {3}",
                            many(all[i].size(), "list"), many(numbers, "number"),
                            numbers == 1 ? "s" : "", many(numbers, "list")));
      for (std::size_t j = 0; j < all[i].size(); ++j)
        for (const Json& word : all[i][j]) name(word, at + "/" + std::to_string(j));
    }
  }

  void rate(const Json& of, const std::string& place) {
    for (const char* key : {"of", "per"})
      for (const Json& word : of.value(key, Json::array()))
        name(word, place + "/" + key, {"bytes", "done", "flops", "returned"});
  }

  void sum(const char* key, const Json& of, const std::string& place,
           const std::set<std::string>& others) {
    for (const Json& product : of.value(key, Json::array()))
      for (const Json& factor : product)
        if (factor.is_string()) name(factor, place + "/" + key, others);
  }

  void footprint() {
    const Json& of = bench_.at("footprint");
    if (of.is_array()) {
      sum("footprint", bench_, "", {});
      for (const auto& [array, element] : lab_.elements)
        if (element != Element::real)
          return add(
              "/footprint",
              fmt::format("{0} is an array of {1}, and not of real; write one sum per array: "
                          "{{\"{0}\": {2}, ...}}",
                          array, warpgrade::name(element), of.at(0).dump()));
      return;
    }
    for (const auto& [array, elements] : of.items()) {
      if (lab_.elements.count(array) == 0)
        add("/footprint/" + array, "the contract has no such array");
      sum(array.c_str(), of, "/footprint", {});
    }
  }

  void figures() {
    std::set<std::string> names;
    const Json& all = bench_.at("figures");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string at = "/figures/" + std::to_string(i);
      const std::string title = all[i].at("name");
      if (!names.insert(title).second) add(at + "/name", "two figures have the name " + title);
      if (all[i].contains("x") && all[i].at("x").is_array())
        for (const Json& word : all[i].at("x")) name(word, at + "/x");
      if (all[i].at("y").is_object()) rate(all[i].at("y"), at + "/y");
      for (const char* key : {"where", "at"})
        if (all[i].contains(key)) check_size_names(all[i].at(key), at + "/" + key);
    }
  }

  const Json& bench_;
  const Lab& lab_;
  std::set<std::string> integers_;
  std::vector<std::string> tasks_;
  std::vector<SchemaMistake> found_;
};

}  // namespace

std::vector<SchemaMistake> bench_mistakes(const nlohmann::json& bench, const Lab& lab) {
  return BenchReader(bench, lab).read();
}

}  // namespace warpgrade
