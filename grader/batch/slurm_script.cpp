#include "batch/slurm_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/fault.h"
#include "grading/reproduce.h"

namespace warpgrade {

std::vector<std::string> slurm_options(const std::string& text) {
  std::vector<std::string> words;
  char quote = '\0';
  bool inside = false;  // of a word
  for (const char c : text) {
    if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
      quote = quote == '\0' ? c : '\0';
      if (!inside) words.emplace_back();
      inside = true;
    } else if (quote == '\0' && std::isspace(static_cast<unsigned char>(c))) {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += c;
    }
  }
  if (quote != '\0')
    throw UsageError("--slurm-options: a quotation mark is not closed: " + text,
                     "Example: --slurm-options \"--partition=gpu --account='my lab'\"");
  if (!words.empty() && words[0][0] != '-')
    throw UsageError("--slurm-options: " + words[0] + " is not an option of sbatch.",
                     "Example: --slurm-options \"--partition=gpu --time=30\"");
  return words;
}

bool has_sbatch_option(const std::vector<std::string>& options,
                       const std::vector<const char*>& starts) {
  return std::any_of(options.begin(), options.end(), [&](const std::string& option) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](const char* start) { return option.rfind(start, 0) == 0; });
  });
}

std::string slurm_script(const GradeSettings& settings, const std::string& lab,
                         const JobNeeds& needs, const std::filesystem::path& folder,
                         const std::vector<std::string>& site) {
  std::string text = fmt::format(R"(#!/bin/bash
# Grades of {}, by `warpgrade batch --executor slurm`: task N of the array grades what line N + 1 of
# the file `submissions` names, and leaves the folder results/N.
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --requeue
#SBATCH --time={}
)",
                                 lab, settings.limit.count());
  // Some sbatch options exclude each other, so leave out those that the site sets.
  if (!has_sbatch_option(site, {"--cpus-per-", "-c"}))
    text += fmt::format("#SBATCH --cpus-per-task={}\n", needs.cores);
  if (!has_sbatch_option(site, {"--mem"}))
    text += fmt::format("#SBATCH --mem={}M\n", needs.memory_mib);
  const bool site_decides = has_sbatch_option(site, {"--gres", "--gpus", "-G", "--tres-per-"});
  if (needs.gpus > 0 && !site_decides) text += fmt::format("#SBATCH --gres=gpu:{}\n", needs.gpus);

  text += "\nfolder=" + shell_word(folder.string()) + "\n";
  for (const std::string& variable : grade_environment(settings.root))
    text += "export " + shell_word(variable) + "\n";
  text += R"(# That of the machine from which it was submitted need not be there.
[ -d "${TMPDIR:-}" ] && [ -w "$TMPDIR" ] || export TMPDIR=/tmp

number=$SLURM_ARRAY_TASK_ID
submission=$(sed -n "$((number + 1))p" "$folder/submissions")
seed=$(sed -n "$((number + 1))p" "$folder/seeds")
# A GPU that the job was not given is not its to use; and where it was given one that does not work,
# the grade is not to be made without.
backend=cpu
[ -z "${SLURM_JOB_GPUS:-}" ] || backend=cuda
[ -n "$submission" ] && [ -n "$seed" ] || { echo "$HOSTNAME cannot read $folder/submissions"; exit 1; }
work=$(mktemp -d "$TMPDIR/warpgrade-job-XXXXXX") || exit
trap 'rm -rf "$work"' EXIT

)";
  text +=
      shell_word(settings.program.string()) + " grade " + shell_word(lab) +
      R"( --submission "$submission" --json "$work/grade.json" --html "$work/grade.html" --try-remedies 0 --seed "$seed")";
  for (std::size_t i = 0; i < settings.arguments.size(); ++i) {
    const bool automatic =
        i > 0 && settings.arguments[i - 1] == "--backend" && settings.arguments[i] == "auto";
    text += " " + (automatic ? "$backend" : shell_word(settings.arguments[i]));
  }
  text += R"( >"$work/log" 2>&1 </dev/null
status=$?
# Ended from outside: Slurm says why, and may run the task again.
[ $status -lt 128 ] || { echo "signal $((status - 128)) killed the grader"; exit $status; }
echo $status >"$work/status"
echo "${SLURMD_NODENAME:-$HOSTNAME}" >"$work/node"

# There whole or not at all, and once: where a task ran twice because a node failed, the first counts.
part=$folder/parts/$number.$SLURM_JOB_ID.${SLURM_RESTART_COUNT:-0}
rm -rf "$part" && cp -r "$work" "$part" || exit
mv -T "$part" "$folder/results/$number" 2>/dev/null || rm -rf "$part"
[ -e "$folder/results/$number/status" ]
)";
  return text;
}

}  // namespace warpgrade
