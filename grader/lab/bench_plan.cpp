#include "lab/bench_plan.h"

#include <charconv>
#include <sstream>

#include "base/fault.h"
#include "base/json/schema.h"
#include "lab/bench_mistakes.h"

namespace warpgrade {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

Rate read_rate(const json& from) {
  return {from.at("unit"), from.at("of").get<std::vector<std::string>>(), from.at("scale"),
          from.value("per", std::vector<std::string>{})};
}

Sum read_sum(const json& from) {
  Sum sum;
  for (const json& product : from) {
    sum.emplace_back();
    for (const json& factor : product) {
      if (factor.is_number())
        sum.back().emplace_back(factor.get<double>());
      else
        sum.back().emplace_back(factor.get<std::string>());
    }
  }
  return sum;
}

/// In bytes. Without names, all arrays are of `real`.
Sum read_footprint(const json& from, const Lab& lab) {
  if (from.is_array()) return read_footprint({{"", from}}, lab);
  Sum footprint;
  for (const auto& [array, elements] : from.items()) {
    const auto element = lab.elements.find(array);
    for (auto product : read_sum(elements)) {
      if (element == lab.elements.end() || element->second == Element::real)
        product.emplace_back("real");
      else
        product.emplace_back(static_cast<double>(bytes_per_value(element->second, Real::f32)));
      footprint.push_back(std::move(product));
    }
  }
  return footprint;
}

FigurePlan read_figure(const json& from) {
  FigurePlan figure;
  figure.name = from.at("name");
  figure.title = from.at("title");
  if (from.contains("x") && from.at("x").is_array())
    figure.x = from.at("x").get<std::vector<std::string>>();
  figure.where = from.value("where", figure.where);
  for (const json& swept : from.value("sweep", json::array()))
    figure.sweep.push_back({swept.at("name"), swept.at("values").get<std::vector<long long>>()});
  figure.at = from.value("at", figure.at);
  const json& y = from.at("y");
  if (y.is_object())
    figure.rate = read_rate(y);
  else if (y == "seconds")
    figure.y = FigurePlan::Y::seconds;
  else if (y == "total")
    figure.y = FigurePlan::Y::total;
  else if (y == "speedup")
    figure.y = FigurePlan::Y::speedup;
  const std::string log = from.value("log", "xy");
  figure.log_x = log.find('x') != log.npos;
  figure.log_y = log.find('y') != log.npos;
  if (from.contains("shape")) figure.bars = from.at("shape") == "bars";
  return figure;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

std::string understood(const BenchPlan& plan) {
  std::string text;
  for (const auto& numbers : plan.dimensions) {
    std::string one;
    for (const auto& names : numbers) {
      std::string joined;
      for (const auto& name : names) joined += (joined.empty() ? "" : "=") + name;
      one += (one.empty() ? "" : "x") + joined;
    }
    text += (text.empty() ? "" : ", ") + one;
  }
  return "Sizes are numbers joined by x (" + text + "), or name=value pairs joined by commas.";
}

std::optional<long long> whole(const std::string& text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

const Rate& BenchPlan::find_rate(const std::string& task) const {
  const auto own = rates.find(task);
  return own == rates.end() ? rate : own->second;
}

BenchPlan load_bench_plan(const fs::path& root, const Lab& lab) {
  const fs::path file = root / "labs" / lab.name / "bench.json";
  if (!fs::exists(file)) {
    throw UsageError("lab " + lab.name + " does not say how it is measured: no " + file.string(),
                     "labs/bench.schema.json describes that file.");
  }
  const json from = read_json(file);
  check_schema(from, read_json(root / "labs/bench.schema.json"), file);
  require_no_mistakes(bench_mistakes(from, lab), file);
  BenchPlan plan;
  plan.input = from.at("input");
  plan.dimensions = from.at("dimensions");
  plan.defaults = from.value("defaults", plan.defaults);
  plan.sizes = from.at("sizes").get<std::vector<Sizes>>();
  plan.small = from.at("small");
  plan.rate = read_rate(from.at("rate"));
  const json rates = from.value("rates", json::object());
  for (const auto& [task, rate] : rates.items()) plan.rates[task] = read_rate(rate);
  plan.footprint = read_footprint(from.at("footprint"), lab);
  if (from.contains("effort")) plan.effort = read_sum(from.at("effort"));
  if (from.contains("roofline")) {
    plan.roofline_flops = read_sum(from.at("roofline").at("flops"));
    plan.roofline_bytes = read_sum(from.at("roofline").at("bytes"));
    plan.roofline_note = from.at("roofline").at("note");
  }
  plan.block_parameters = from.value("block_parameters", plan.block_parameters);
  plan.gpu_curve = from.at("curve").at("gpu").get<std::vector<Sizes>>();
  plan.cpu_curve = from.at("curve").at("cpu").get<std::vector<Sizes>>();
  for (const json& figure : from.at("figures")) plan.figures.push_back(read_figure(figure));
  return plan;
}

double evaluate(const Sum& sum, const std::map<std::string, double>& numbers) {
  double total = 0;
  for (const auto& product : sum) {
    double value = 1;
    for (const auto& factor : product) {
      if (const auto* number = std::get_if<double>(&factor)) {
        value *= *number;
        continue;
      }
      const auto& name = std::get<std::string>(factor);
      const auto at = numbers.find(name);
      if (at == numbers.end())
        throw GraderError("bench.json names '" + name + "', which a call does not have",
                          "Correct the sums there.");
      value *= at->second;
    }
    total += value;
  }
  return total;
}

Sizes parse_size(const BenchPlan& plan, const std::string& word) {
  const auto refuse = [&](const std::string& what) {
    return UsageError("--size " + word + ": " + what, understood(plan));
  };
  Sizes sizes;
  const auto set = [&](const std::string& name, long long value) {
    const auto [at, fresh] = sizes.emplace(name, value);
    if (!fresh && at->second != value) {
      throw refuse(name + " would be both " + std::to_string(at->second) + " and " +
                   std::to_string(value));
    }
  };
  if (word.find('=') != word.npos) {
    for (const std::string& pair : split(word, ',')) {
      const auto equals = pair.find('=');
      const auto value = equals == pair.npos ? std::nullopt : whole(pair.substr(equals + 1));
      if (!value) throw refuse("'" + pair + "' is not NAME=VALUE");
      set(pair.substr(0, equals), *value);
    }
    return sizes;
  }
  const auto numbers = split(word, 'x');
  if (numbers.empty() || numbers.size() > plan.dimensions.size() ||
      plan.dimensions[numbers.size() - 1].empty())
    throw refuse(std::to_string(numbers.size()) + " numbers mean nothing to this lab");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = whole(numbers[i]);
    if (!value) throw refuse("'" + numbers[i] + "' is not a whole number");
    for (const std::string& name : plan.dimensions[numbers.size() - 1][i]) set(name, *value);
  }
  return sizes;
}

std::vector<Sizes> parse_sizes(const BenchPlan& plan, const std::string& word) {
  if (word.empty() || word.find('=') != word.npos) return {parse_size(plan, word)};
  std::vector<Sizes> all;
  for (const std::string& one : split(word, ',')) all.push_back(parse_size(plan, one));
  return all;
}

std::vector<long long> parse_values(const std::string& option, const std::string& text) {
  std::vector<long long> values;
  for (const std::string& one : split(text + ",", ',')) {
    const auto value = whole(one);
    if (!value)
      throw UsageError(option + " " + text + ": '" + one + "' is not a whole number",
                       "Example: " + option + " 32,64,128.");
    values.push_back(*value);
  }
  return values;
}

}  // namespace warpgrade
