#include "lab/data_recipes.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "lab/linear_system.h"
#include "lab/problem_file.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using nlohmann::json;

/// A value of recipes.json, with its JSON pointer for errors.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  const json& member(const json& object, const std::string& pointer, const char* key) const {
    if (!object.is_object() || !object.contains(key)) {
      refuse(pointer, fmt::format("an object with a member '{}'", key));
    }
    return object.at(key);
  }

  std::uint64_t whole(const json& object, const std::string& pointer, const char* key,
                      std::uint64_t smallest, std::uint64_t largest) const {
    const json& value = member(object, pointer, key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() < smallest ||
        value.get<std::uint64_t>() > largest) {
      refuse(pointer + "/" + key, fmt::format("a whole number from {} to {}", smallest, largest));
    }
    return value.get<std::uint64_t>();
  }

  /// A plain file name that does not leave data/.
  std::string file_name(const json& object, const std::string& pointer) const {
    const json& value = member(object, pointer, "name");
    if (!value.is_string() || !std::filesystem::path(value.get<std::string>()).has_filename() ||
        std::filesystem::path(value.get<std::string>()).has_parent_path()) {
      refuse(pointer + "/name", "the name of a file in data/, such as \"8.txt\"");
    }
    return value.get<std::string>();
  }

  std::string text(const json& object, const std::string& pointer, const char* key,
                   const std::string& what) const {
    const json& value = member(object, pointer, key);
    if (!value.is_string() || value.get<std::string>().empty()) refuse(pointer + "/" + key, what);
    return value.get<std::string>();
  }

  std::map<std::string, long long> sizes(const json& object, const std::string& pointer) const {
    const json& value = member(object, pointer, "sizes");
    const auto is_size = [](const json& size) {
      constexpr long long largest = std::numeric_limits<int>::max();
      return size.is_number_integer() && size.get<long long>() >= -largest &&
             size.get<long long>() <= largest;
    };
    if (!value.is_object() || !std::all_of(value.begin(), value.end(), is_size))
      refuse(pointer + "/sizes", "an object of whole numbers, such as {\"n\": 64}");
    return value.get<std::map<std::string, long long>>();
  }

  [[noreturn]] void refuse(const std::string& pointer, const std::string& expected) const {
    throw GraderError(fmt::format("{}: at '{}': expected {}", file_, pointer, expected),
                      "data/README.md describes the recipes.");
  }

 private:
  std::string file_;
};

Problem generated_by(const DataRecipe& recipe, const std::filesystem::path& root) {
  const Reference& reference = find_reference(recipe.lab);
  const auto kinds = reference.input_kinds();
  if (std::find(kinds.begin(), kinds.end(), recipe.input) == kinds.end()) {
    std::string known;
    for (const auto& kind : kinds) known += (known.empty() ? "" : ", ") + kind;
    throw GraderError(fmt::format("data/recipes.json: {}: the lab {} has no kind of input '{}'",
                                  recipe.name, recipe.lab, recipe.input),
                      fmt::format("It has {}.", known));
  }
  Case c;
  c.name = recipe.name;
  c.sizes = recipe.sizes;
  c.input = recipe.input;
  Random random(recipe.seed);
  Problem problem = generate_case(load_lab(root, recipe.lab), reference, c, recipe.real, random);
  round_values(problem, recipe.real);
  return problem;
}

}  // namespace

std::vector<DataRecipe> read_data_recipes(const std::filesystem::path& root) {
  const std::filesystem::path path = root / "data" / "recipes.json";
  std::ifstream in(path);
  if (!in) {
    throw GraderError(fmt::format("{}: cannot read it", path.string()),
                      "Run it in Warpgrade's own folder, or restore the file with git.");
  }
  json recipes;
  try {
    recipes = json::parse(in);
  } catch (const json::parse_error& error) {
    throw GraderError(fmt::format("{}: not JSON: {}", path.string(), error.what()));
  }
  const Reader read(path.string());
  const json& files = read.member(recipes, "", "files");
  if (!files.is_array()) read.refuse("/files", "a list");
  constexpr std::uint64_t largest_int = std::numeric_limits<int>::max();
  std::vector<DataRecipe> result;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string pointer = fmt::format("/files/{}", i);
    DataRecipe recipe;
    recipe.name = read.file_name(files[i], pointer);
    if (files[i].contains("lab")) {
      recipe.lab = read.text(files[i], pointer, "lab", "the name of a lab");
      recipe.sizes = read.sizes(files[i], pointer);
      recipe.input = read.text(files[i], pointer, "input", "one of the lab's kinds of input");
      if (files[i].contains("real")) {
        const std::string real = read.text(files[i], pointer, "real", "float or double");
        if (real != "float" && real != "double") read.refuse(pointer + "/real", "float or double");
        recipe.real = real == "float" ? Real::f32 : Real::f64;
      }
    } else {
      recipe.n = read.whole(files[i], pointer, "n", 1, 65536);  // the matrix: 32 GiB in memory
      recipe.iterations =
          static_cast<long long>(read.whole(files[i], pointer, "iterations", 0, largest_int));
    }
    recipe.seed =
        read.whole(files[i], pointer, "seed", 0, std::numeric_limits<std::uint64_t>::max());
    result.push_back(std::move(recipe));
  }
  return result;
}

bool make_data_file(const std::filesystem::path& root, const DataRecipe& recipe) {
  const std::filesystem::path path = root / "data" / recipe.name;
  if (std::filesystem::exists(path)) return false;
  if (recipe.lab.empty()) {
    write_linear_system(path, make_linear_system(recipe.n, recipe.iterations, recipe.seed));
  } else {
    const Problem problem = generated_by(recipe, root);
    write_problem(path, load_lab(root, recipe.lab), problem);
  }
  return true;
}

void make_data_files(const std::filesystem::path& root,
                     const std::function<void(const std::string&)>& progress) {
  for (const DataRecipe& recipe : read_data_recipes(root)) {
    const bool made = make_data_file(root, recipe);
    progress(fmt::format("data/{}: {}", recipe.name, made ? "made" : "is there"));
  }
}

}  // namespace warpgrade
