#include "import/import_layout.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <system_error>

#include "base/fault.h"
#include "base/text.h"
#include "base/utf8.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_files = 2000;
constexpr std::uintmax_t most_bytes = 64 << 20;

std::string base_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }
std::string parent_of(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

bool is_cuda(const std::string& name) {
  return name.size() > 3 && lower(name.substr(name.size() - 3)) == ".cu";
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool same(const HandedFile& a, const HandedFile& b) {
  std::error_code error;
  return fs::file_size(a.path, error) == fs::file_size(b.path, error) &&
         read(a.path) == read(b.path);
}

/// The names of the .cu files that are looked for.
std::set<std::string> wanted(const HandIn& one, const std::vector<std::string>& labs) {
  std::set<std::string> names;
  for (const std::string& lab : labs) names.insert(lab + ".cu");
  if (!labs.empty()) return names;
  for (const HandedFile& file : one.files) {
    if (is_cuda(file.name)) names.insert(base_of(file.name));
  }
  return names;
}

/// The highest file of that name. Of several at one height, all that differ.
std::vector<HandedFile> highest(const HandIn& one, const std::string& name) {
  std::vector<HandedFile> found;
  const auto depth = [](const HandedFile& f) {
    return std::count(f.name.begin(), f.name.end(), '/');
  };
  for (const HandedFile& file : one.files) {
    if (lower(base_of(file.name)) != lower(name)) continue;
    if (!found.empty() && depth(file) > depth(found.front())) continue;
    if (!found.empty() && depth(file) < depth(found.front())) found.clear();
    if (found.empty() || !same(found.front(), file)) found.push_back(file);
  }
  return found;
}

std::string listed(const std::vector<HandedFile>& files) {
  std::string text;
  for (std::size_t i = 0; i < files.size() && i < 5; ++i) {
    text += (i == 0 ? "" : ", ") + plain_text(files[i].name);
  }
  return text + (files.size() > 5 ? ", …" : "");
}

/// A site's names can be anything: the files that have one which leads nowhere else.
HandIn with_plain_names(const HandIn& one, std::vector<std::string>& remarks) {
  HandIn result = one;
  result.files.clear();
  for (const HandedFile& file : one.files) {
    const fs::path name = fs::path(file.name).relative_path().lexically_normal();
    if (!name.has_filename() || name == "." || *name.begin() == "..") {
      remarks.push_back("the file named \"" + plain_text(file.name) + "\" is left out");
    } else {
      result.files.push_back({file.path, name.string()});
    }
  }
  return result;
}

/// What lies in the folders of the files that are graded, by its place there.
std::map<std::string, HandedFile> beside(
    const HandIn& one, const std::vector<std::pair<std::string, HandedFile>>& tops,
    std::vector<std::string>& remarks) {
  std::map<std::string, HandedFile> taken(tops.begin(), tops.end());
  for (const auto& [name, top] : tops) {
    const std::string parent = parent_of(top.name);
    for (const HandedFile& file : one.files) {
      if (file.name.rfind(parent, 0) != 0 || file.name == top.name) continue;
      const auto [at, is_new] = taken.try_emplace(file.name.substr(parent.size()), file);
      if (!is_new && !same(at->second, file)) {
        remarks.push_back(plain_text(file.name) + " is left out: " + plain_text(at->second.name) +
                          " has its place");
      }
    }
  }
  for (const auto& [name, file] : tops) taken.erase(name);
  return taken;
}

std::string lab_of(const std::string& wanted) { return wanted.substr(0, wanted.size() - 3); }

/// Everything that it holds instead of the files that are wanted.
NotChosen nothing_wanted(const HandIn& one, const std::set<std::string>& names) {
  NotChosen none;
  std::string wanted;
  for (const std::string& name : names) {
    none.labs.push_back(lab_of(name));
    wanted += (wanted.empty() ? "" : ", ") + name;
  }
  none.file = listed(one.files);
  none.reason = one.files.empty()   ? "the hand-in is empty"
                : names.empty()     ? "no .cu file"
                : names.size() == 1 ? "not named " + wanted
                                    : "not named after a lab";
  return none;
}

}  // namespace

ChosenFiles choose_files(const HandIn& given, const std::vector<std::string>& labs) {
  ChosenFiles chosen;
  const HandIn one = with_plain_names(given, chosen.remarks);
  std::vector<std::pair<std::string, HandedFile>> tops;
  const std::set<std::string> names = wanted(one, labs);
  for (const std::string& name : names) {
    const std::string lab = lab_of(name);
    std::vector<HandedFile> found = highest(one, name);
    if (const auto taken = one.taken.find(lab); taken != one.taken.end()) {
      tops.emplace_back(name, taken->second);
    } else if (found.size() == 1) {
      tops.emplace_back(name, found.front());
    } else if (!found.empty()) {
      chosen.not_chosen.push_back(
          {{lab}, listed(found), "different files for one lab, and nothing says which counts"});
    } else if (names.size() > 1) {
      for (const HandedFile& file : one.files)
        if (is_called_after(file.name, lab)) found.push_back(file);
      if (!found.empty()) chosen.not_chosen.push_back({{lab}, listed(found), "not named " + name});
    }
  }
  // What is graded comes first: a data set beside it must not push it out (lay_out).
  for (const auto& [name, file] : tops) chosen.files.push_back({file.path, name});
  for (const auto& [name, file] : beside(one, tops, chosen.remarks))
    chosen.files.push_back({file.path, name});
  if (tops.empty() && chosen.not_chosen.empty())
    chosen.not_chosen.push_back(nothing_wanted(one, names));
  return chosen;
}

bool is_called_after(const std::string& file, const std::string& lab) {
  static const std::regex source(R"(.*\.(?:cu\b.*|cpp|cc|cxx|c))");
  const std::string name = lower(base_of(file)), word = lower(lab);
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (!std::regex_match(name, source)) return false;
  for (auto at = name.find(word); at != name.npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(name[at - 1])) && (end == name.size() || !is_letter(name[end])))
      return true;
  }
  return false;
}

std::string folder_name(const std::string& id) {
  std::string name;
  for (const char c : plain_text(id)) {
    const auto u = static_cast<unsigned char>(c);
    const bool plain = u >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                       (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '@' || c == '+';
    name += plain || (c == '.' && !name.empty()) ? c : '_';
  }
  if (name.size() > 150) name = valid_utf8(name.substr(0, 150));
  return name.empty() ? "_" : name;
}

void lay_out(const std::vector<HandedFile>& files, const fs::path& folder,
             std::vector<std::string>& remarks) {
  std::size_t count = 0;
  std::uintmax_t bytes = 0;
  try {
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const HandedFile& file : files) {
      const std::uintmax_t size = fs::file_size(file.path);
      if (++count > most_files || bytes + size > most_bytes) {
        remarks.push_back(plain_text(file.name) + " is left out: a submission may have " +
                          std::to_string(most_files) + " files and " +
                          std::to_string(most_bytes >> 20) + " MiB");
        continue;
      }
      bytes += size;
      const fs::path target = folder / file.name;
      std::error_code error;
      fs::create_directories(target.parent_path(), error);
      if (error == std::errc::not_a_directory || fs::exists(target)) {
        remarks.push_back(plain_text(file.name) + " is left out: its place is taken");
        continue;
      }
      fs::copy_file(file.path, target);
      fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write |
                                  fs::perms::group_read | fs::perms::others_read);
    }
  } catch (const fs::filesystem_error& e) {
    throw GraderError("A submission cannot be copied: " + std::string(e.what()),
                      "Is there room on the disk, and may you write there?");
  }
}

}  // namespace warpgrade
