#include "base/json/schema_mistakes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/nearest.h"
#include "base/regex.h"
#include "base/text.h"
#include "base/utf8.h"

namespace warpgrade {
namespace {

using Json = nlohmann::json;

/// A value for a message; large values are only described by their kind.
std::string shown(const Json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_object()) return "{…}";
  if (value.is_array()) return value.empty() ? "[]" : "[…]";
  if (!value.is_string()) return value.dump();
  const std::string text = plain_text(value.get<std::string>());
  return "\"" + (text.size() <= longest ? text : whole_points(text, longest) + "…") + "\"";
}

std::string kind(const Json& value) {
  return value.is_string()    ? "text"
         : value.is_number()  ? "a number"
         : value.is_boolean() ? "a boolean"
         : value.is_array()   ? "a list"
                              : "an object";
}

std::string listed(const Json& values, const char* last) {
  std::vector<std::string> words;
  for (const Json& value : values) words.push_back(shown(value));
  return words.size() == 1
             ? words[0]
             : fmt::format("{} {} {}", fmt::join(words.begin(), words.end() - 1, ", "), last,
                           words.back());
}

bool has_type(const Json& value, const std::string& type) {
  return type == "string"    ? value.is_string()
         : type == "number"  ? value.is_number()
         : type == "integer" ? value.is_number_integer()
         : type == "boolean" ? value.is_boolean()
         : type == "array"   ? value.is_array()
         : type == "object"  ? value.is_object()
                             : value.is_null();
}

std::string with_range(std::string text, const Json& schema) {
  const bool least = schema.contains("minimum"), most = schema.contains("maximum");
  const auto bound = [&](const char* key) { return schema.at(key).dump(); };
  if (schema.contains("exclusiveMinimum")) text += " above " + bound("exclusiveMinimum");
  if (least && most) return text + " from " + bound("minimum") + " to " + bound("maximum");
  if (least) return text + " of at least " + bound("minimum");
  if (most)
    text += (schema.contains("exclusiveMinimum") ? " and" : "") + std::string(" up to ") +
            bound("maximum");
  return text;
}

class Explainer {
 public:
  explicit Explainer(const Json& root) : root_(root) {}

  void check_value(const Json& value, const Json& at, const std::string& place) {
    const Json& schema = resolved(at);
    if (schema.contains("oneOf")) return check_alternatives(value, schema, place);
    check_against(value, schema, place);
  }

  std::vector<SchemaMistake> found;

 private:
  void add(const std::string& place, const std::string& what) { found.push_back({place, what}); }

  const Json& resolved(const Json& schema) const {
    if (!schema.contains("$ref")) return schema;
    const auto reference = schema.at("$ref").get<std::string>();  // "#/definitions/case"
    return resolved(root_.at(Json::json_pointer(reference.substr(1))));
  }

  /// What to write, as the object of "write".
  std::string wanted(const Json& at) const {
    const Json& schema = resolved(at);
    if (schema.contains("write")) return schema.at("write");
    if (schema.contains("enum"))
      return (schema.at("enum").size() > 1 ? "one of " : "") + listed(schema.at("enum"), "or");
    if (schema.contains("const")) return shown(schema.at("const"));
    std::vector<std::string> words;
    if (schema.contains("oneOf") && !schema.contains("type")) {
      for (const Json& one : schema.at("oneOf")) words.push_back(wanted(one));
    } else if (schema.contains("type")) {
      const Json types =
          schema.at("type").is_array() ? schema.at("type") : Json::array({schema.at("type")});
      for (const auto& type : types) words.push_back(wanted_type(type.get<std::string>(), schema));
    }
    return fmt::format("{}", fmt::join(words, " or "));
  }

  static std::string wanted_type(const std::string& type, const Json& schema) {
    return type == "string"    ? "text in double quotes"
           : type == "number"  ? with_range("a number", schema)
           : type == "integer" ? with_range("a whole number", schema)
           : type == "boolean" ? "true or false"
           : type == "array"   ? "a list, […]"
           : type == "object"  ? "an object, {…}"
                               : "null";
  }

  void refuse(const Json& value, const Json& schema, const std::string& place) {
    if (value.is_null()) return add(place, "null is not allowed; write " + wanted(schema));
    const std::string is =
        schema.contains("noun") ? " is not " + schema.at("noun").get<std::string>()
        : schema.value("type", Json()) == "integer" && value.is_number() ? " is not a whole number"
                                                                         : " is " + kind(value);
    add(place, shown(value) + is + "; write " + hint(value, schema));
  }

  /// wanted(), or the value itself if only its form is wrong.
  std::string hint(const Json& value, const Json& schema) const {
    const std::string type = schema.value("type", Json()).is_string() ? schema.at("type") : "";
    const bool number = type == "number" || type == "integer";
    if (value.is_string() && (number || type == "boolean")) {
      const auto text = value.get<std::string>();
      const Json meant = Json::parse(text, nullptr, false);
      if (!meant.is_discarded() && has_type(meant, type)) return text + " without quotes";
    }
    const bool free_text = type == "string" && !schema.contains("enum") &&
                           !schema.contains("write") && !schema.contains("pattern");
    if (free_text && (value.is_number() || value.is_boolean())) return "\"" + shown(value) + "\"";
    if (type == "array" && value.is_primitive() && !value.is_null())
      return "a list: [" + shown(value) + "]";
    if (type == "integer" && value.is_number_float()) {
      const auto real = value.get<double>();
      if (real == std::nearbyint(real) && std::fabs(real) < 1e15)
        return fmt::format("{:.0f}", real);
    }
    return wanted(schema);
  }

  void check_against(const Json& value, const Json& schema, const std::string& place) {
    if (schema.contains("type")) {
      const Json& type = schema.at("type");
      const bool fits = type.is_array()
                            ? std::any_of(type.begin(), type.end(),
                                          [&](const Json& one) { return has_type(value, one); })
                            : has_type(value, type);
      if (!fits) return refuse(value, schema, place);
    }
    if (schema.contains("const") && value != schema.at("const"))
      return add(place, shown(value) + " is not known here; write " + wanted(schema));
    if (schema.contains("enum")) return check_choice(value, schema, place);
    if (value.is_string()) return check_text(value, schema, place);
    if (value.is_number()) return check_number(value, schema, place);
    if (value.is_array()) return check_list(value, schema, place);
    if (value.is_object()) return check_object(value, schema, place);
  }

  void check_choice(const Json& value, const Json& schema, const std::string& place) {
    const Json& choices = schema.at("enum");
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
    std::vector<std::string> words;
    for (const Json& choice : choices)
      if (choice.is_string()) words.push_back(choice);
    const std::string near = value.is_string() ? nearest(value.get<std::string>(), words) : "";
    add(place, shown(value) + " is not known here; " +
                   (near.empty() ? "write " : "did you mean \"" + near + "\"? Write ") +
                   wanted(schema));
  }

  void check_text(const Json& value, const Json& schema, const std::string& place) {
    const auto text = value.get<std::string>();
    if (text.size() < schema.value("minLength", std::size_t{0}))
      return add(place, "the text is empty; write " + wanted(schema));
    const std::size_t most = schema.value("maxLength", text.size());
    if (text.size() > most)
      return add(place,
                 fmt::format("the text has {} characters; write {} at most", text.size(), most));
    if (!schema.contains("pattern")) return;
    if (regex_search(text, std::regex(schema.at("pattern").get<std::string>()))) return;
    refuse(value, schema, place);
  }

  void check_number(const Json& value, const Json& schema, const std::string& place) {
    const auto number = value.get<double>();
    const auto bound = [&](const char* key) { return schema.at(key).get<double>(); };
    const bool outside =
        (schema.contains("minimum") && number < bound("minimum")) ||
        (schema.contains("exclusiveMinimum") && number <= bound("exclusiveMinimum")) ||
        (schema.contains("maximum") && number > bound("maximum"));
    if (outside) add(place, shown(value) + " is out of range; write " + wanted(schema));
  }

  void check_list(const Json& value, const Json& schema, const std::string& place) {
    const std::size_t least = schema.value("minItems", std::size_t{0});
    const std::size_t most = schema.value("maxItems", value.size());
    if (value.size() < least || value.size() > most)
      add(place, fmt::format("the list has {}; write {}{}", many(value.size(), "element"),
                             value.size() < least ? least : most,
                             least == most          ? ""
                             : value.size() < least ? " or more"
                                                    : " at most"));
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string inside = place + "/" + std::to_string(i);
      if (schema.value("uniqueItems", false) &&
          std::find(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(i), value[i]) !=
              value.begin() + static_cast<std::ptrdiff_t>(i))
        add(inside, shown(value[i]) + " is in the list twice; delete one");
      if (schema.contains("items")) check_value(value[i], schema.at("items"), inside);
    }
  }

  void check_object(const Json& value, const Json& schema, const std::string& place) {
    const Json properties = schema.value("properties", Json::object());
    std::vector<std::string> keys, meant;
    for (const auto& [key, of] : properties.items())
      if (key != "$schema" && !of.value("deprecated", false)) keys.push_back(key);
    for (const auto& [key, inside] : value.items()) {
      const std::string there = place + "/" + plain_text(key);
      if (properties.contains(key)) {
        check_value(inside, properties.at(key), there);
      } else if (const Json others = schema.value("additionalProperties", Json(true));
                 others.is_object()) {
        check_value(inside, others, there);
      } else if (others == false) {
        std::vector<std::string> free;
        for (const std::string& one : keys)
          if (!value.contains(one)) free.push_back(one);
        const std::string near = nearest(key, free);
        if (!near.empty()) meant.push_back(near);
        add(place, fmt::format("there is no key \"{}\"; {}", plain_text(key),
                               near.empty() ? fmt::format("the keys are {}", fmt::join(keys, ", "))
                                            : "did you mean \"" + near + "\"?"));
      }
    }
    for (const Json& key : schema.value("required", Json::array())) {
      const std::string name = key;
      if (value.contains(name) || std::count(meant.begin(), meant.end(), name) > 0) continue;
      add(place, fmt::format("the key \"{}\" is missing; write \"{}\": {}", name, name,
                             wanted(properties.value(name, Json::object()))));
    }
    if (value.size() < schema.value("minProperties", std::size_t{0}))
      add(place, "the object is empty; write at least one key with its value");
  }

  static std::string list_required(const Json& alternative) {
    return listed(alternative.at("required"), "and");
  }

  /// Alternatives are either sets of keys, beside what else holds of the object, or kinds of
  /// values.
  void check_alternatives(const Json& value, const Json& schema, const std::string& place) {
    const Json& all = schema.at("oneOf");
    if (all[0].contains("required") && !all[0].contains("type")) {
      const std::size_t before = found.size();
      check_against(value, schema, place);
      if (!value.is_object() || found.size() > before) return;
      std::vector<std::string> sets;
      int complete = 0;
      for (const Json& one : all) {
        const Json& keys = one.at("required");
        complete += std::all_of(keys.begin(), keys.end(),
                                [&](const Json& key) { return value.contains(key); });
        sets.push_back(list_required(one));
      }
      const std::string choice = fmt::format("{}", fmt::join(sets, ", or "));
      if (complete == 0) add(place, "a key is missing; write " + choice);
      if (complete > 1) add(place, "keys exclude each other; write either " + choice);
      return;
    }
    for (const Json& one : all) {
      const std::size_t before = found.size();
      check_value(value, one, place);
      if (found.size() == before) return;
      const Json& of = resolved(one);
      // This alternative was intended, so report the mistakes inside it.
      if (value.is_structured() && of.contains("type") && has_type(value, of.at("type"))) return;
      found.resize(before);
    }
    refuse(value, schema, place);
  }

  const Json& root_;
};

}  // namespace

std::vector<SchemaMistake> schema_mistakes(const nlohmann::json& document,
                                           const nlohmann::json& schema) {
  Explainer explainer(schema);
  explainer.check_value(document, schema, "");
  return std::move(explainer.found);
}

}  // namespace warpgrade
