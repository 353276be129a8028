#include "base/lab_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <tuple>

#include "base/regex.h"
#include "base/text.h"
#include "base/utf8.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_entries = 20000;  // read in one folder

std::string base_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }

enum class Spelling { any_case, numbered, other };

// Browsers number files whose name already exists; course sites do it again.

Spelling classify_spelling(const std::string& name, const std::string& wanted) {
  static const std::regex numbered(R"((.+?)(?:(?:[ _]|%20)?\(\d{1,3}\)|-\d{1,3}){1,2}(\.[a-z]+))");
  const std::string base = lower(base_name(name)), plain = lower(wanted);
  std::smatch match;
  if (base == plain) return Spelling::any_case;
  return regex_match(base, match, numbered) && match[1].str() + match[2].str() == plain
             ? Spelling::numbered
             : Spelling::other;
}

/// At most `most` of the names, separated by commas.
std::string listed(const std::vector<std::string>& names, std::size_t most = 3) {
  std::vector<std::string> some;
  for (const std::string& name : names)
    if (some.size() < most) some.push_back(plain_text(name));
  return fmt::format("{}{}", fmt::join(some, ", "), names.size() > most ? ", …" : "");
}

struct Listing {
  std::vector<std::string> names;  // relative to the folder
  std::vector<std::string> links;
  bool too_many = false;
};

Listing list_files(const fs::path& folder) {
  Listing all;
  std::error_code error;
  std::size_t entries = 0;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (++entries > most_entries) {
      all.too_many = true;
      break;
    }
    const std::string name = at->path().lexically_relative(folder).string();
    if (is_clutter(at->path().filename().string())) {
      at.disable_recursion_pending();
    } else if (at->is_symlink(error)) {
      all.links.push_back(name);
    } else if (at->is_regular_file(error)) {
      all.names.push_back(name);
    }
  }
  std::sort(all.names.begin(), all.names.end());
  return all;
}

/// Why a link is not followed: the grader may be able to read more than the student. "": it leads
/// to a file in the folder by a relative path, as in the sandbox.
std::string problem_of_link(const fs::path& folder, const fs::path& link) {
  const std::string name = plain_text(link.filename().string());
  std::error_code error;
  const fs::path to = fs::read_symlink(link, error);
  const std::string said = fmt::format("{} is a link to {}", name, plain_text(to.string()));
  if (!fs::exists(link, error)) return said + ", which does not exist. Copy the file here.";
  const fs::path inside =
      fs::canonical(link, error).lexically_relative(fs::canonical(folder, error));
  if (error || to.is_absolute() || inside.empty() || *inside.begin() == "..")
    return said + ", outside this folder. Only this folder is graded: copy the file here.";
  return "";
}

/// What was found instead, and the remedy.
std::string problem_of_missing(const Listing& all, const std::string& lab) {
  const std::string wanted = lab + ".cu";
  std::vector<std::string> close, archives;
  for (const std::string& name : all.names) {
    if (is_called_after(name, lab)) close.push_back(name);
    static const std::regex packed(R"(.*\.(zip|rar|7z|tar|tgz|gz|xz|bz2))", std::regex::icase);
    if (regex_match(name, packed)) archives.push_back(name);
  }
  if (close.size() == 1)
    return fmt::format("{} is missing. There is {}: rename it to {}.", wanted, listed(close),
                       wanted);
  if (!close.empty())
    return fmt::format("{} is missing. There are {}: rename the right one to {}.", wanted,
                       listed(close), wanted);
  if (!archives.empty())
    return fmt::format("{} is missing. There is {}: unpack it.", wanted, listed(archives));
  if (!all.links.empty())
    return fmt::format("{} is missing. There are links, which are not followed: {}.", wanted,
                       listed(all.links));
  return fmt::format(
      "{} is missing. {}", wanted,
      all.names.empty() ? "The folder holds no file." : "There is only " + listed(all.names) + ".");
}

}  // namespace

LabFileChoice choose_lab_file(const std::vector<std::string>& names, const std::string& wanted,
                              const std::function<bool(std::size_t, std::size_t)>& same) {
  using Rank = std::tuple<Spelling, long>;  // spelling, depth
  std::vector<std::pair<Rank, std::size_t>> candidates;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const Spelling spelling = classify_spelling(names[i], wanted); spelling != Spelling::other)
      candidates.push_back({{spelling, std::count(names[i].begin(), names[i].end(), '/')}, i});
  LabFileChoice choice;
  if (candidates.empty()) return choice;
  const auto better = [&](const auto& a, const auto& b) {
    const bool a_exact = base_name(names[a.second]) == wanted,
               b_exact = base_name(names[b.second]) == wanted;
    return std::make_tuple(a.first, !a_exact, a.second) <
           std::make_tuple(b.first, !b_exact, b.second);
  };
  std::sort(candidates.begin(), candidates.end(), better);
  const auto [best, chosen] = candidates.front();
  std::vector<std::string> others;
  for (const auto& [rank, i] : candidates) {
    if (i == chosen || same(i, chosen)) continue;
    if (rank == best)
      choice.rivals.push_back(i);
    else
      others.push_back(names[i]);
  }
  if (!choice.rivals.empty()) {
    choice.rivals.insert(choice.rivals.begin(), chosen);
    return choice;
  }
  choice.chosen = chosen;
  const std::string name = plain_text(names[chosen]);
  if (base_name(names[chosen]) != wanted)
    choice.remarks.push_back(name + " is graded as " + wanted);
  if (!others.empty())
    choice.remarks.push_back(fmt::format("{} is graded; {} {} and {} not", name, listed(others),
                                         others.size() == 1 ? "differs" : "differ",
                                         others.size() == 1 ? "is" : "are"));
  return choice;
}

bool is_called_after(const std::string& file, const std::string& lab) {
  static const std::regex source(R"(.*\.(?:cu\b.*|cpp|cc|cxx|c))");
  const std::string name = lower(base_name(file)), word = lower(lab);
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (!regex_match(name, source)) return false;
  for (auto at = name.find(word); at != name.npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(name[at - 1])) && (end == name.size() || !is_letter(name[end])))
      return true;
  }
  return false;
}

bool is_clutter(const std::string& name) {
  return name.empty() || name.front() == '.' || name == "__MACOSX";
}

bool same_content(const fs::path& a, const fs::path& b) {
  const auto read = [](const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  std::error_code error;
  return fs::file_size(a, error) == fs::file_size(b, error) && read(a) == read(b);
}

FoundLabFile find_lab_file(const fs::path& folder, const std::string& lab) {
  const std::string wanted = lab + ".cu";
  FoundLabFile found;
  std::error_code error;
  const auto status = fs::symlink_status(folder / wanted, error);
  if (fs::is_symlink(status)) found.problem = problem_of_link(folder, folder / wanted);
  if (!found.problem.empty()) return found;
  if (fs::is_regular_file(fs::status(folder / wanted, error))) found.file = folder / wanted;

  // If the file is at the expected place, files in subfolders are no rivals.
  Listing all;
  if (found.file.empty()) {
    all = list_files(folder);
  } else {
    for (const auto& entry : fs::directory_iterator(folder, error))
      if (entry.is_regular_file(error) && !entry.is_symlink(error))
        all.names.push_back(entry.path().filename().string());
  }
  const LabFileChoice choice =
      choose_lab_file(all.names, wanted, [&](std::size_t a, std::size_t b) {
        return same_content(folder / all.names[a], folder / all.names[b]);
      });
  found.remarks = choice.remarks;
  if (!choice.rivals.empty()) {
    std::vector<std::string> rivals;
    for (const std::size_t i : choice.rivals) rivals.push_back(all.names[i]);
    found.file.clear();
    found.problem = fmt::format(
        "There are different files for {}, and nothing says which counts: "
        "{}. Keep one of them.",
        wanted, listed(rivals, 5));
  } else if (!found.file.empty()) {
    return found;
  } else if (choice.chosen) {
    found.file = (folder / all.names[*choice.chosen]).lexically_normal();
  } else {
    found.problem = all.too_many ? fmt::format(
                                       "{} is missing, and the folder holds too many files to look "
                                       "for it. Name the folder that holds it.",
                                       wanted)
                                 : problem_of_missing(all, lab);
  }
  return found;
}

}  // namespace warpgrade
