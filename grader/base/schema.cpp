#include "base/schema.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/fault.h"

namespace warpgrade {
namespace {

/// valijson writes a place as "<root>[tasks][0][points]"; a JSON pointer is "/tasks/0/points".
std::string json_pointer(const std::vector<std::string>& context) {
  std::string pointer;
  for (const auto& part : context) {
    if (part == "<root>") continue;
    const bool bracketed = part.size() >= 2 && part.front() == '[' && part.back() == ']';
    pointer += "/" + (bracketed ? part.substr(1, part.size() - 2) : part);
  }
  return pointer.empty() ? "/" : pointer;
}

std::vector<valijson::ValidationResults::Error> errors_of(const nlohmann::json& document,
                                                          const nlohmann::json& schema) {
  valijson::Schema compiled;
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(schema);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(schema_adapter, compiled);
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter target(document);
  std::vector<valijson::ValidationResults::Error> errors;
  if (valijson::Validator().validate(compiled, target, &results)) return errors;
  for (valijson::ValidationResults::Error error; results.popError(error);) errors.push_back(error);
  return errors;
}

}  // namespace

nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw GraderError(file.string() + " cannot be read");
  try {
    return nlohmann::json::parse(text.str());
  } catch (const nlohmann::json::parse_error& e) {
    const std::string what =
        e.what();  // "[json.exception...] parse error at line 3, column 5: ..."
    const auto at = what.find("at line");
    throw GraderError(file.string() + ": not JSON: " + (at == what.npos ? what : what.substr(at)),
                      "Correct the file there.");
  }
}

void check_schema(const nlohmann::json& document, const nlohmann::json& schema,
                  const std::filesystem::path& file) {
  const auto errors = errors_of(document, schema);
  if (errors.empty()) return;
  // The deepest place says most: "/tasks/0/points must be a number" rather than "/tasks does not
  // fit".
  const auto& deepest = *std::max_element(
      errors.rbegin(), errors.rend(),
      [](const auto& a, const auto& b) { return a.context.size() < b.context.size(); });
  throw GraderError(
      file.string() + ": at " + json_pointer(deepest.context) + ": " + deepest.description,
      "labs/lab.schema.json says what is allowed there.");
}

std::vector<std::pair<std::string, std::string>> schema_errors(const nlohmann::json& document,
                                                               const nlohmann::json& schema) {
  const auto errors = errors_of(document, schema);
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& error : errors) {
    // That something inside of it does not fit is told there.
    const bool inside =
        error.description.rfind("Failed to validate", 0) == 0 &&
        std::any_of(errors.begin(), errors.end(), [&](const auto& other) {
          return other.context.size() > error.context.size() &&
                 std::equal(error.context.begin(), error.context.end(), other.context.begin());
        });
    if (!inside) found.emplace_back(json_pointer(error.context), error.description);
  }
  return found;
}

}  // namespace warpgrade
