#include "import/import_layout.h"

#include <algorithm>
#include <cstdint>
#include <map>
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
// Of a file's name in its submission. Later copies lie in other folders: all their paths must fit.
constexpr std::size_t longest_name = 1000;

std::string base_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }
std::string parent_path(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

bool is_cuda(const std::string& name) {
  return name.size() > 3 && lower(name.substr(name.size() - 3)) == ".cu";
}

bool same(const HandedFile& a, const HandedFile& b) { return same_content(a.path, b.path); }

/// The names of the .cu files to search for.
std::set<std::string> wanted(const HandIn& one, const std::vector<std::string>& labs) {
  std::set<std::string> names;
  for (const std::string& lab : labs) names.insert(lab + ".cu");
  if (!labs.empty()) return names;
  for (const HandedFile& file : one.files) {
    if (is_cuda(file.name)) names.insert(base_name(file.name));
  }
  return names;
}

/// At most five names. If all are equal, the site's names.
std::string listed(const std::vector<HandedFile>& files) {
  const bool alike =
      files.size() > 1 && std::all_of(files.begin(), files.end(), [&](const HandedFile& file) {
        return file.name == files.front().name;
      });
  std::string text;
  for (std::size_t i = 0; i < files.size() && i < 5; ++i) {
    text += (i == 0 ? "" : ", ") +
            plain_text(alike ? files[i].path.filename().string() : files[i].name);
  }
  return text + (files.size() > 5 ? ", …" : "");
}

/// Leaves out files with unsafe names, because a site's names can be anything.
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

/// The files in the folders of the graded files, by their place there.
std::map<std::string, HandedFile> beside(
    const HandIn& one, const std::vector<std::pair<std::string, HandedFile>>& tops,
    std::vector<std::string>& remarks) {
  std::map<std::string, HandedFile> taken(tops.begin(), tops.end());
  for (const auto& [name, top] : tops) {
    const std::string parent = parent_path(top.name);
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

std::string left_out_too_long(const HandedFile& file) {
  return whole_points(plain_text(file.name), 100) + "… is left out: its name is too long";
}

std::string lab_name(const std::string& wanted) { return wanted.substr(0, wanted.size() - 3); }

/// Describes what the hand-in contains instead of the expected files.
NotChosen nothing_wanted(const HandIn& one, const std::set<std::string>& names) {
  NotChosen none;
  std::string wanted;
  for (const std::string& name : names) {
    none.labs.push_back(lab_name(name));
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
    const std::string lab = lab_name(name);
    std::vector<std::string> candidates;  // without files of other labs: "dot-1.cu" of a lab dot-1
    for (const HandedFile& file : one.files) {
      const std::string base = base_name(file.name);
      candidates.push_back(base != name && names.count(base) != 0 ? "" : file.name);
    }
    const LabFileChoice choice = choose_lab_file(
        candidates, name,
        [&](std::size_t a, std::size_t b) { return same(one.files[a], one.files[b]); });
    if (const auto taken = one.taken.find(lab); taken != one.taken.end()) {
      tops.emplace_back(name, taken->second);
    } else if (choice.chosen) {
      tops.emplace_back(name, one.files[*choice.chosen]);
      for (const std::string& remark : choice.remarks) chosen.remarks.push_back(remark);
    } else if (!choice.rivals.empty()) {
      std::vector<HandedFile> rivals;
      for (const std::size_t i : choice.rivals) rivals.push_back(one.files[i]);
      chosen.not_chosen.push_back({{lab}, listed(rivals), "several different files for one lab"});
    } else if (names.size() > 1) {
      std::vector<HandedFile> close;
      for (const HandedFile& file : one.files)
        if (is_called_after(file.name, lab)) close.push_back(file);
      if (!close.empty()) chosen.not_chosen.push_back({{lab}, listed(close), "not named " + name});
    }
  }
  // Graded files come first, so that a data set next to them cannot use up the limits (lay_out).
  for (const auto& [name, file] : tops) chosen.files.push_back({file.path, name});
  for (const auto& [name, file] : beside(one, tops, chosen.remarks))
    chosen.files.push_back({file.path, name});
  if (tops.empty() && chosen.not_chosen.empty())
    chosen.not_chosen.push_back(nothing_wanted(one, names));
  return chosen;
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
      if (file.name.size() > longest_name) {
        remarks.push_back(left_out_too_long(file));
        continue;
      }
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
      const bool taken = !error && fs::exists(target, error);
      if (error == std::errc::filename_too_long) {
        remarks.push_back(left_out_too_long(file));
        continue;
      }
      if (taken || error == std::errc::not_a_directory) {
        remarks.push_back(plain_text(file.name) + " is left out: another file has its name");
        continue;
      }
      fs::copy_file(file.path, target);
      fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write |
                                  fs::perms::group_read | fs::perms::others_read);
    }
  } catch (const fs::filesystem_error& e) {
    throw GraderError("cannot copy a submission: " + std::string(e.what()),
                      "Check free disk space and write permission.");
  }
}

}  // namespace warpgrade
