#include "grading/reproduce.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/command_name.h"

namespace warpgrade {

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_-./=+:,@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_for(const GradeRequest& request, const std::string& verb, const Task& task) {
  std::string text = std::string(command_name()) + " " + verb + " " + request.lab +
                     " --submission " + shell_word(request.shown().string()) + " --task " +
                     task.entry;
  if (request.real == Real::f64) text += " --real double";
  for (const auto& file : request.data) text += " --data " + shell_word(file.string());
  return text;
}

std::string command_for_case(const GradeRequest& request, const Task& task,
                             const std::string& case_name, std::uint64_t seed,
                             const std::string& backend) {
  return command_for(request, "grade", task) + " --case " + shell_word(case_name) + " --seed " +
         std::to_string(seed) + " --backend " + backend;
}

}  // namespace warpgrade
