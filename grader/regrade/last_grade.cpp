#include "regrade/last_grade.h"

#include <sys/stat.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "base/atomic_file.h"
#include "base/sha256.h"
#include "gpus/gpu.h"
#include "lab/manifest.h"
#include "regrade/packing.h"
#include "toolchain/cuda_toolkit.h"

namespace warpgrade::regrade {
namespace fs = std::filesystem;
namespace {

/// A hash over separate pieces.
class Key {
 public:
  void add(std::string_view text) {
    hash_.add(std::to_string(text.size()) + ":");
    hash_.add(text);
  }
  void add_values(const Packed& values) {
    add(values.dump(-1, ' ', false, Packed::error_handler_t::replace));
  }

  /// Adds a file's size and time instead of its content, for large files made by a build.
  void add_stamp(const fs::path& file) {
    struct stat found {};
    if (::stat(file.c_str(), &found) != 0) return add(file.string() + ": none");
    add(file.string());
    add_values({found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec});
  }
  void add_stamps_below(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error))
      if (at->is_regular_file(error)) files.push_back(at->path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) add_stamp(file);
  }

  std::string hex() { return hash_.hex(); }

 private:
  Sha256 hash_;
};

void add_request(Key& key, const GradeRequest& r, bool isolated) {
  const auto optional = [](const auto& value) { return value ? Packed(*value) : Packed(); };
  key.add_values({r.cases, r.backend ? std::string(name(*r.backend)) : "",
                  std::string(name(r.real)), optional(r.call_seconds), optional(r.task_seconds),
                  r.with_nvcc, r.check, r.speed, r.remedy_seconds, r.remedies_in_time, r.check_only,
                  r.engine_threads, r.feedback ? std::string(name(*r.feedback)) : "",
                  r.on_finding ? std::string(name(*r.on_finding)) : "", r.instructors, isolated});
}

void add_machine(Key& key) {
  utsname system{};
  uname(&system);
  key.add(std::string(system.nodename) + " " + system.release);
  for (const char* variable : {"CUDA_VISIBLE_DEVICES", "OPENBLAS_CORETYPE"}) {
    const char* value = std::getenv(variable);
    key.add(value ? value : "");
  }
  const GpuInventory gpus = find_gpus();
  key.add(gpus.driver);
  for (const Gpu& gpu : gpus.gpus) key.add(gpu.name + " " + gpu.id);
  key.add_stamp("/usr/bin/g++");
  if (const auto toolkit = find_cuda_toolkit()) {
    key.add(toolkit->version);
    key.add_stamp(toolkit->nvcc);
  }
}

/// A key for everything that results depend on, except the source.
std::string setting_key(const GradeRequest& request, bool isolated) {
  Key key;
  add_request(key, request, isolated);
  add_machine(key);
  const fs::path& root = request.root;
  for (const char* folder : {"labs", "solutions"})
    key.add_stamps_below(root / folder / request.lab);
  for (const char* folder :
       {"baselines", "data", "build/simt", "build/runner", "grader/simt", "grader/runner"})
    key.add_stamps_below(root / folder);
  std::error_code error;
  key.add_stamp(fs::read_symlink("/proc/self/exe", error));
  return key.hex();
}

/// Whether all sources are in `texts`: others could be included, too.
bool are_all_seen(const fs::path& folder, const Texts& texts) {
  for (const auto& [name, text] : texts) {
    if (text.find("__DATE__") != text.npos || text.find("__TIME") != text.npos) return false;
    for (auto at = text.find("include"); at != text.npos; at = text.find("include", at + 1)) {
      const auto open = text.find_first_not_of(" \t", at + 7);
      if (open == text.npos || text[open] != '"') continue;
      const std::string file = text.substr(open + 1, text.find('"', open + 1) - open - 1);
      std::error_code error;
      for (const fs::path& from : {fs::path(name).parent_path(), fs::path()}) {
        const fs::path path = (from / file).lexically_normal();
        if (fs::exists(folder / path, error) && texts.count(path.generic_string()) == 0)
          return false;
      }
    }
  }
  return true;
}

/// Whether a second try would end the same way.
bool is_final(const GradeResult& grade, const TaskResult& task) {
  const auto is_grader_fault = [](Verdict verdict) {
    return verdict == Verdict::grader_error || verdict == Verdict::inconclusive;
  };
  return !is_grader_fault(task.verdict) && !is_grader_fault(task.check.verdict) &&
         !(grade.backend == "cuda" && task.pending > Points{}) &&
         std::none_of(task.performance.begin(), task.performance.end(),
                      [&](const PerformanceResult& p) { return is_grader_fault(p.verdict); });
}

/// The detail also holds for functions that were not requested.
bool concerns_whole_file(const TaskResult& task) {
  return task.verdict == Verdict::compile_error || task.verdict == Verdict::pending;
}

/// Whether the kept compiler output, which names lines, is valid for the current file.
bool compiler_output_holds(const KeptGrade& kept, const std::vector<std::string>& tasks,
                           const std::string& text) {
  return kept.head->compiler_output.empty() ||
         std::all_of(tasks.begin(), tasks.end(),
                     [&](const std::string& task) { return kept.tasks.at(task).text == text; });
}

/// The requested tasks, in the lab's order.
std::vector<std::string> asked_tasks(const GradeRequest& request) {
  std::vector<std::string> tasks;
  for (const Task& task : load_lab(request.root, request.lab).tasks)
    if (request.tasks.empty() ||
        std::find(request.tasks.begin(), request.tasks.end(), task.entry) != request.tasks.end())
      tasks.push_back(task.entry);
  return tasks;
}

class File {
 public:
  File(const GradeRequest& request, std::string setting) : setting_(std::move(setting)) {
    std::error_code error;
    const std::string work = fs::weakly_canonical(request.submission, error).string();
    Sha256 name;
    name.add(work);
    path_ = request.root / "build/grades" / (request.lab + "-" + name.hex().substr(0, 16));
  }

  KeptGrade read() const {
    KeptGrade kept;
    try {
      std::ifstream in(path_, std::ios::binary);
      if (!in) return kept;
      const Packed all =
          Packed::from_cbor(std::vector<char>{std::istreambuf_iterator<char>(in), {}});
      if (all.at(0) == setting_) unpack(all.at(1), kept);
    } catch (const std::exception&) {  // written by another program, or cut off
      kept = {};
    }
    return kept;
  }

  void write(const KeptGrade& kept) const {
    try {
      fs::create_directories(path_.parent_path());
      fs::permissions(path_.parent_path(), fs::perms::owner_all);
      const auto bytes = Packed::to_cbor(Packed::array({setting_, pack(kept)}));
      write_file_atomically(path_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const std::exception&) {
      // An unwritable folder is not an error.
    }
  }

 private:
  std::string setting_;
  fs::path path_;
};

}  // namespace

GradeResult grade_what_changed(const GradeRequest& request, bool isolated, bool all,
                               const MakeGrade& make, const std::string& time) {
  const std::string main_file = request.lab + ".cu";
  const Texts texts = texts_in(request.submission);
  if (texts.count(main_file) == 0 || request.seed || !are_all_seen(request.submission, texts))
    return make(request);

  const std::vector<std::string> tasks = asked_tasks(request);
  if (!request.tasks.empty() && tasks.size() != request.tasks.size())
    return make(request);  // reports that there is no such task
  const File file(request, setting_key(request, isolated));
  KeptResults kept(main_file, tasks, all ? KeptGrade() : file.read());
  const std::vector<std::string> stale = kept.stale(texts);
  GradeResult made;
  if (stale.empty() && kept.all().head &&
      compiler_output_holds(kept.all(), tasks, texts.at(main_file))) {
    made = *kept.all().head;
    made.submission = request.submission.string();
    made.seconds.clear();
    made.sources.clear();
    return kept.with(made, texts);
  }
  GradeRequest of_stale = request;
  if (!stale.empty()) of_stale.tasks = stale;
  made = make(of_stale);
  if (std::any_of(made.tasks.begin(), made.tasks.end(), concerns_whole_file))
    return stale.size() < tasks.size() ? make(request) : made;  // kept results stay
  GradeResult shown = kept.with(made, texts);
  // If the source was saved meanwhile, it is not the one that was graded.
  if (texts_in(request.submission) != texts) return shown;
  std::erase_if(made.tasks, [&](const TaskResult& task) { return !is_final(made, task); });
  kept.add(made, texts, time);
  file.write(kept.all());
  return shown;
}

}  // namespace warpgrade::regrade
