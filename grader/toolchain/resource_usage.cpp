#include "toolchain/resource_usage.h"

#include <algorithm>
#include <cstdlib>

#include "toolchain/demangle.h"

namespace warpgrade {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text = end == text.npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

bool is_resource_line(const std::string& line) {
  return line.rfind("ptxas info", 0) == 0 || line.find(" bytes stack frame, ") != line.npos;
}

/// The number in front of the first `unit` at or behind `from`, or 0.
long long number_before(const std::string& line, const char* unit, std::size_t from = 0) {
  const auto at = line.find(unit, from);
  if (at == line.npos) return 0;
  auto begin = at;
  while (begin > 0 && (std::isdigit(static_cast<unsigned char>(line[begin - 1])))) --begin;
  return begin == at ? 0 : std::atoll(line.substr(begin, at - begin).c_str());
}

}  // namespace

int most_threads(int registers) {
  constexpr int warp = 32, unit = 256, of_sm = 65536, of_block = 1024;
  if (registers <= 0) return of_block;
  const int of_warp = (registers * warp + unit - 1) / unit * unit;
  return std::min(of_block, of_sm / of_warp * warp);
}

std::string kernel_name(const std::string& mangled) {
  std::string name = demangled(mangled);
  // "void tile<(int)32>(float*)": a template's demangled name begins with its return type.
  if (name.rfind("void ", 0) == 0) name.erase(0, 5);
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    const bool anonymous = name.compare(i, 21, "(anonymous namespace)") == 0;
    if (anonymous)
      i += 20;
    else if (name[i] == '(' && depth == 0)
      return name.substr(0, i);
  }
  return name;
}

std::vector<KernelResources> parse_resource_usage(std::string_view ptxas_output) {
  const std::string entry = "Compiling entry function '";
  std::vector<KernelResources> kernels;
  for (const auto& line : lines_of(ptxas_output)) {
    if (const auto at = line.find(entry); at != line.npos) {
      const auto begin = at + entry.size();
      KernelResources kernel;
      kernel.kernel = kernel_name(line.substr(begin, line.find('\'', begin) - begin));
      kernels.push_back(kernel);
      continue;
    }
    if (kernels.empty() || !is_resource_line(line)) continue;
    KernelResources& kernel = kernels.back();
    if (line.find("bytes stack frame") != line.npos) {
      kernel.local_bytes = number_before(line, " bytes stack frame");
      kernel.spill_bytes =
          number_before(line, " bytes spill stores") + number_before(line, " bytes spill loads");
    }
    if (line.find("Used ") != line.npos) {
      kernel.registers = static_cast<int>(number_before(line, " registers"));
      kernel.shared_bytes = number_before(line, " bytes smem");
      for (auto at = line.find(" bytes cmem"); at != line.npos;
           at = line.find(" bytes cmem", at + 1)) {
        kernel.constant_bytes += number_before(line, " bytes cmem", at);
      }
      kernel.max_threads = most_threads(kernel.registers);
    }
  }
  return kernels;
}

std::string without_resource_usage(std::string_view compiler_output) {
  std::string rest;
  for (const auto& line : lines_of(compiler_output)) {
    if (!is_resource_line(line)) rest += line + '\n';
  }
  return rest;
}

}  // namespace warpgrade
