// Shell completions and the manual page, generated from the definitions of the command line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "cli/options.h"
#include "lab/manifest.h"

namespace warpgrade {
namespace {

/// An option, for a shell.
struct Word {
  std::vector<std::string> names;  // -s, --submission
  std::string about;
  std::string value;                 // "": a flag
  std::vector<std::string> choices;  // of the value
};

std::vector<std::string> option_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// TYPE:{float,double} has two choices.
std::vector<std::string> choices_in(const std::string& type) {
  const auto begin = type.find('{'), end = type.find('}');
  std::vector<std::string> choices;
  if (begin == type.npos || end == type.npos) return choices;
  std::string word;
  for (const char c : type.substr(begin + 1, end - begin - 1) + ",") {
    if (c != ',') {
      word += c;
    } else {
      choices.push_back(std::exchange(word, ""));
    }
  }
  return choices;
}

std::vector<Word> command_options(const CLI::App& command) {
  std::vector<Word> words;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() || option->get_group().empty()) continue;
    const std::string type = option->get_type_size() == 0 ? "" : option->get_type_name();
    words.push_back({option_names(*option), option->get_description(),
                     type.substr(0, type.find(':')), choices_in(type)});
  }
  return words;
}

std::vector<const CLI::App*> visible_commands(const CLI::App& app) {
  const auto all = app.get_subcommands([](const CLI::App*) { return true; });
  return {all.begin(), all.end()};
}

bool takes_lab(const CLI::App& command) { return command.get_option_no_throw("LAB") != nullptr; }

std::vector<std::string> all_task_names(const std::filesystem::path& root) {
  std::vector<std::string> tasks;
  for (const std::string& name : lab_names(root))
    for (const Task& task : load_lab(root, name).tasks) tasks.push_back(task.entry);
  return tasks;
}

/// The words that complete a value; empty if it is a file or folder.
std::vector<std::string> words_for(const Word& word, const std::filesystem::path& root) {
  if (!word.choices.empty()) return word.choices;
  if (word.value == "TASK") return all_task_names(root);
  if (word.value == "LAB") return lab_names(root);
  return {};
}

bool is_path(const std::string& value) {
  return value == "FILE" || value == "DIR" || value == "PATH" || value == "FORMAT=FILE";
}

std::string bash(const CLI::App& app, const std::filesystem::path& root) {
  std::string cases, values;
  std::vector<std::string> names;
  for (const CLI::App* command : visible_commands(app)) {
    names.push_back(command->get_name());
    std::vector<std::string> options;
    for (const Word& word : command_options(*command)) {
      options.insert(options.end(), word.names.begin(), word.names.end());
      if (word.value.empty()) continue;
      const std::vector<std::string> choices = words_for(word, root);
      std::vector<std::string> patterns;
      for (const std::string& name : word.names)
        patterns.push_back(command->get_name() + ":" + name);
      std::string action;
      if (!choices.empty()) action = fmt::format("words \"{}\"; ", fmt::join(choices, " "));
      if (is_path(word.value)) action = "files; ";
      values += fmt::format("    {}) {}return ;;\n", fmt::join(patterns, "|"), action);
    }
    cases += fmt::format(
        "    {}) words \"{}{}{}\" ;;\n", command->get_name(), fmt::join(options, " "),
        takes_lab(*command) ? " " : "",
        takes_lab(*command) ? fmt::format("{}", fmt::join(lab_names(root), " ")) : std::string());
  }
  std::string text =
      R"(# Completion of warpgrade for bash. Load it with: source <(build/warpgrade completion bash)
_warpgrade() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= word
  words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
  files() { compopt -o default; COMPREPLY=(); }
  for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    [[ $word == -* ]] || { command=$word; break; }
  done
  case "$command:$previous" in
)";
  text += values;
  text += "  esac\n  case \"$command\" in\n";
  text += fmt::format("    '') words \"{} --help --version --color\" ;;\n", fmt::join(names, " "));
  text += cases;
  text += "  esac\n}\ncomplete -F _warpgrade warpgrade build/warpgrade ./build/warpgrade\n";
  return text;
}

/// A word in single quotes.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4)
    text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string fish(const CLI::App& app, const std::filesystem::path& root) {
  std::string text =
      "# Completion of warpgrade for fish. Load it with: build/warpgrade completion fish | "
      "source\n";
  for (const CLI::App* command : visible_commands(app)) {
    text += fmt::format("complete -c warpgrade -f -n __fish_use_subcommand -a {} -d {}\n",
                        command->get_name(), quoted(command->get_description()));
    const std::string chosen =
        fmt::format("-n '__fish_seen_subcommand_from {}'", command->get_name());
    if (takes_lab(*command))
      text += fmt::format("complete -c warpgrade -f {} -a '{}'\n", chosen,
                          fmt::join(lab_names(root), " "));
    for (const Word& word : command_options(*command)) {
      text += "complete -c warpgrade " + chosen;
      for (const std::string& name : word.names)
        text += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
      const std::vector<std::string> choices = words_for(word, root);
      if (!word.value.empty()) text += is_path(word.value) ? " -r -F" : " -x";
      if (!choices.empty()) text += fmt::format(" -a '{}'", fmt::join(choices, " "));
      text += " -d " + quoted(word.about) + "\n";
    }
  }
  return text;
}

/// zsh loads the completion for bash.
std::string zsh(const CLI::App& app, const std::filesystem::path& root) {
  const std::string text = bash(app, root);
  return "#compdef warpgrade\n# Load it with: source <(build/warpgrade completion zsh)\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         text.substr(text.find('\n') + 1);
}

/// Escapes text for roff: a line that begins with a dot or a quote would be a request.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() || out.back() == '\n')
      if (c == '.' || c == '\'') out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string manual(const CLI::App& app) {
  std::string text =
      ".TH WARPGRADE 1\n.SH NAME\nwarpgrade \\- grade CUDA kernels\n.SH SYNOPSIS\n"
      ".B warpgrade\n.I COMMAND\n[\\fIOPTION\\fR...]\n.SH DESCRIPTION\n" +
      roff(app.get_description()) + "\n.SH COMMANDS\n";
  for (const CLI::App* command : visible_commands(app)) {
    std::string positionals;
    for (const CLI::Option* option : command->get_options())
      if (option->get_positional()) positionals += " " + option->get_name(true);
    text += fmt::format(".SS {}{}\n{}.\n", roff(command->get_name()), roff(positionals),
                        roff(command->get_description()));
    for (const Word& word : command_options(*command)) {
      std::vector<std::string> names;
      for (const std::string& name : word.names) names.push_back("\\fB" + roff(name) + "\\fR");
      const std::string value =
          word.choices.empty() ? word.value : fmt::format("{}", fmt::join(word.choices, "|"));
      text += fmt::format(".TP\n{}{}\n{}.\n", fmt::join(names, ", "),
                          value.empty() ? "" : " \\fI" + roff(value) + "\\fR", roff(word.about));
    }
    if (!command->get_footer().empty())
      text += ".PP\n.nf\n" + roff(command->get_footer()) + "\n.fi\n";
  }
  return text + ".SH FILES\n.I docs/\nhas a page for students, instructors and administrators.\n";
}

struct CompletionOptions {
  const CLI::App* app = nullptr;
  std::string shell;
};

CLI::App* add_completion(CLI::App& app, CompletionOptions& o) {
  o.app = &app;
  CLI::App* completion =
      app.add_subcommand("completion", "Print completions for a shell, or the manual page");
  completion->add_option("SHELL", o.shell, "bash, zsh, fish; or man")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}))
      ->type_name("");
  completion->footer(
      "Example:\n  source <(build/warpgrade completion bash)\n"
      "  build/warpgrade completion man | man -l -\n\nExit status: 0 printed, 2 usage.");
  return completion;
}

int finish_completion(const CLI::App&, CompletionOptions& o, const std::filesystem::path& root) {
  const std::string text = o.shell == "bash"   ? bash(*o.app, root)
                           : o.shell == "zsh"  ? zsh(*o.app, root)
                           : o.shell == "fish" ? fish(*o.app, root)
                                               : manual(*o.app);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return full_marks;
}

}  // namespace

void add_completion_command(CLI::App& app, Chosen& chosen) {
  add_command(app, chosen, add_completion, finish_completion);
}

}  // namespace warpgrade
