#include "toolchain/resource_usage.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "objects/demangle.h"

namespace warpgrade {
namespace {

constexpr int most_registers = 255;  // of a thread, compute capabilities 5.x to 12.x
constexpr long long most_bytes = 1ll << 40;

/// The number before the first `unit` at or after `from`; 0 if there is none up to `most`.
long long number_before(std::string_view line, std::string_view unit, long long most,
                        std::size_t from = 0) {
  const auto at = line.find(unit, from);
  if (at == line.npos) return 0;
  auto begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  long long number = 0;
  const auto [end, error] = std::from_chars(line.data() + begin, line.data() + at, number);
  return error == std::errc() && number <= most ? number : 0;
}

void add_line(KernelResources& kernel, std::string_view line) {
  const auto bytes = [&](std::string_view unit, std::size_t from = 0) {
    return number_before(line, unit, most_bytes, from);
  };
  if (line.find("bytes stack frame") != line.npos) {
    kernel.local_bytes = bytes(" bytes stack frame");
    kernel.spill_bytes = bytes(" bytes spill stores") + bytes(" bytes spill loads");
  }
  if (line.find("Used ") == line.npos) return;
  kernel.registers = static_cast<int>(number_before(line, " registers", most_registers));
  kernel.shared_bytes = bytes(" bytes smem");
  kernel.constant_bytes = 0;
  for (auto at = line.find(" bytes cmem"); at != line.npos; at = line.find(" bytes cmem", at + 1))
    kernel.constant_bytes = std::min(most_bytes, kernel.constant_bytes + bytes(" bytes cmem", at));
  kernel.max_threads = most_threads(kernel.registers);
}

}  // namespace

int most_threads(int registers) {
  constexpr int warp = 32, unit = 256, of_sm = 65536, of_block = 1024;
  if (registers <= 0 || registers > most_registers) return of_block;
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

std::vector<KernelResources> parse_resource_usage(std::string_view output) {
  constexpr std::string_view entry = "Compiling entry function '";
  std::vector<KernelResources> kernels;
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    if (const auto at = line.find(entry); at != line.npos) {
      const std::string_view name = line.substr(at + entry.size());
      kernels.emplace_back().kernel = kernel_name(std::string(name.substr(0, name.find('\''))));
    } else if (!kernels.empty()) {
      add_line(kernels.back(), line);
    }
  }
  return kernels;
}

std::string without_usage(std::string_view output) {
  std::string rest;
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n') + 1);
    const std::string_view all = line.empty() ? output : line;
    output.remove_prefix(all.size());
    if (all.rfind("ptxas info", 0) != 0 && all.rfind("    ", 0) != 0) rest += all;
  }
  return rest;
}

}  // namespace warpgrade
