#include "batch/slurm_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "lab/fault.h"

namespace warpgrade {
namespace {

/// `text` as one word of the shell, whatever is in it.
std::string in_quotes(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

bool speaks_of_gpus(const std::vector<std::string>& options) {
  return std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option.rfind("--gres=", 0) == 0 || option == "--gres" ||
           option.rfind("--gpus", 0) == 0 || option.rfind("-G", 0) == 0 ||
           option.rfind("--tres-per-", 0) == 0;
  });
}

}  // namespace

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
    throw UsageError("--slurm-options: " + words[0] + " is no option of sbatch.",
                     "Example: --slurm-options \"--partition=gpu --time=30\"");
  return words;
}

std::string slurm_script(const GradeSettings& settings, const std::string& lab,
                         const JobNeeds& needs, const std::filesystem::path& folder,
                         const std::vector<std::string>& site) {
  std::string text = fmt::format(R"(#!/bin/bash
# Grades of {0}, by `warpgrade batch --executor slurm`: task N of the array grades what line N + 1 of
# the file `submissions` names, and leaves the folder results/N.
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={1}
#SBATCH --mem={2}M
#SBATCH --time={3}
#SBATCH --requeue
)",
                                 lab, needs.cores, needs.memory_mib, settings.limit.count());
  const bool site_decides = speaks_of_gpus(site);
  if (needs.gpus > 0 && !site_decides) text += fmt::format("#SBATCH --gres=gpu:{}\n", needs.gpus);

  text += "\nfolder=" + in_quotes(folder.string()) + "\n";
  for (const std::string& variable : grade_environment(settings.root))
    text += "export " + in_quotes(variable) + "\n";
  text += R"(# That of the machine from which it was submitted need not be there.
[ -d "${TMPDIR:-}" ] && [ -w "$TMPDIR" ] || export TMPDIR=/tmp

number=$SLURM_ARRAY_TASK_ID
submission=$(sed -n "$((number + 1))p" "$folder/submissions")
[ -n "$submission" ] || { echo "$HOSTNAME does not see $folder/submissions"; exit 1; }
work=$(mktemp -d "$TMPDIR/warpgrade-job-XXXXXX") || exit
trap 'rm -rf "$work"' EXIT

)";
  text += in_quotes(settings.program.string()) + " grade " + in_quotes(lab) +
          R"( --submission "$submission" --json "$work/grade.json" --html "$work/grade.html")";
  for (std::size_t i = 0; i < settings.arguments.size(); ++i) {
    // A GPU that the job was not given is not its to use.
    const bool automatic = i > 0 && settings.arguments[i - 1] == "--backend" &&
                           settings.arguments[i] == "auto" && needs.gpus == 0 && !site_decides;
    text += " " + in_quotes(automatic ? "cpu" : settings.arguments[i]);
  }
  text += R"( >"$work/log" 2>&1 </dev/null
echo $? >"$work/status"
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
