// A Slurm that does what a real one cannot be brought to do in a test: its four commands as
// scripts.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/fault.h"
#include "batch/slurm_executor.h"

/// A temporary folder with the commands, which are on PATH while the object lives, and files:
///   arraysize MaxArraySize
///   largest   tasks that sbatch takes in one array
///   silent    as long as it is there, sbatch gets no answer and removes it
///   run       as long as it is there, sbatch runs the tasks at once
///   queue     what squeue prints
///   log       what was called
class FakeSlurm {
 public:
  FakeSlurm() {
    std::string name = "/tmp/slurm_XXXXXX";
    top = mkdtemp(name.data());
    std::filesystem::create_directories(top / "bin");
    command("scontrol", "echo \"MaxArraySize            = $(cat arraysize || echo 100)\"");
    command("squeue", "cat queue 2>/dev/null");
    command("scancel", "true");
    command("sbatch", R"sh(
      if [ -e silent ]; then
        rm silent
        echo 'sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)' >&2
        exit 1
      fi
      for word; do
        case $word in --array=*) last=${word##*-} last=${last%%[%]*} ;; --chdir=*) folder=${word#*=} ;; esac
        script=$word
      done
      if [ -e largest ] && [ $((last + 1)) -gt "$(cat largest)" ]; then
        echo 'sbatch: error: AssocMaxSubmitJobLimit' >&2
        echo 'sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user size and/or time limits)' >&2
        exit 1
      fi
      echo x >>count
      echo "$folder" >folder
      if [ -e run ]; then
        for ((i = 0; i <= last; ++i)); do SLURM_JOB_ID=7$i SLURM_ARRAY_TASK_ID=$i bash "$script"; done
      fi
      echo "$(wc -l <count);cluster")sh");
    write("warpgrade", std::string(R"sh(#!/bin/bash
      arguments=$*
      while [ $# -gt 1 ]; do
        case $1 in --submission) submission=$2 ;; --json) json=$2 ;; --html) html=$2 ;; esac
        shift
      done
      echo "$submission" >"$json"
      echo "page: $arguments" >"$html"
      [ "$submission" != /killed ] || kill -9 $$
      [ ! -e "$submission/trouble" ] || { echo ")sh") +
                           warpgrade::grader_failed +
                           R"sh(: no GPU"; exit 3; }
)sh");
    std::filesystem::permissions(top / "warpgrade", std::filesystem::perms::all);
    path_ = getenv("PATH");
    setenv("PATH", ((top / "bin").string() + ":" + path_).c_str(), 1);
  }
  ~FakeSlurm() {
    setenv("PATH", path_.c_str(), 1);
    std::filesystem::remove_all(top);
  }
  FakeSlurm(const FakeSlurm&) = delete;
  FakeSlurm& operator=(const FakeSlurm&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((top / name).parent_path());
    std::ofstream(top / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(top / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  warpgrade::GradeSettings settings() const {
    warpgrade::GradeSettings settings;
    settings.program = top / "warpgrade";
    settings.root = std::filesystem::current_path();
    settings.work = top / "work";
    settings.arguments = {"--backend", "cpu"};
    settings.jobs = 0;
    return settings;
  }

  std::filesystem::path top;

 private:
  void command(const std::string& name, const std::string& text) const {
    write("bin/" + name,
          "#!/bin/bash\ncd '" + top.string() + "'\necho \"" + name + " $*\" >>log\n" + text + "\n");
    std::filesystem::permissions(top / "bin" / name, std::filesystem::perms::all);
  }

  std::string path_;
};
