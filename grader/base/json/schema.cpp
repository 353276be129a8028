#include "base/json/schema.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "base/fault.h"
#include "base/json/json_mistake.h"
#include "base/text_mistake.h"

namespace warpgrade {
namespace {

bool fits(const nlohmann::json& document, const nlohmann::json& schema) {
  valijson::Schema compiled;
  const valijson::adapters::NlohmannJsonAdapter schema_adapter(schema);
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(schema_adapter, compiled);
  const valijson::adapters::NlohmannJsonAdapter target(document);
  return valijson::Validator().validate(compiled, target, nullptr);
}

}  // namespace

nlohmann::json read_json(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw GraderError(file.string() + " cannot be read");
  const std::string written = text.str();
  if (const auto mistake = find_json_mistake(written)) {
    const TextPlace place = line_and_column(written, mistake->offset);
    throw GraderError(
        fmt::format("{}:{}:{}: {}.", file.string(), place.line, place.column, mistake->what));
  }
  try {
    return nlohmann::json::parse(written);
  } catch (const nlohmann::json::exception& e) {
    throw GraderError(file.string() + ": not JSON: " + e.what());
  }
}

std::string mistake_line(const std::filesystem::path& file, const std::string& place,
                         const std::string& what) {
  const bool ends = !what.empty() && std::string_view(".?").find(what.back()) != std::string::npos;
  return file.string() + ": " + (place.empty() ? "" : "at " + place + ": ") + what +
         (ends ? "" : ".");
}

std::vector<SchemaMistake> schema_errors(const nlohmann::json& document,
                                         const nlohmann::json& schema) {
  if (fits(document, schema)) return {};
  auto mistakes = schema_mistakes(document, schema);
  if (mistakes.empty()) mistakes.push_back({"", "it does not fit its schema in labs/"});
  return mistakes;
}

void check_schema(const nlohmann::json& document, const nlohmann::json& schema,
                  const std::filesystem::path& file) {
  require_no_mistakes(schema_errors(document, schema), file);
}

void require_no_mistakes(const std::vector<SchemaMistake>& mistakes,
                         const std::filesystem::path& file) {
  if (mistakes.empty()) return;
  std::string others;
  for (std::size_t i = 1; i < mistakes.size(); ++i)
    others += (i > 1 ? "\n  " : "") + mistake_line(file, mistakes[i].place, mistakes[i].what);
  throw GraderError(mistake_line(file, mistakes[0].place, mistakes[0].what), others);
}

}  // namespace warpgrade
