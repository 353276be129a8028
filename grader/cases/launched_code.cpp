#include "cases/launched_code.h"

#include <algorithm>
#include <string_view>

#include "base/fault.h"
#include "base/mapped_file.h"
#include "objects/demangle.h"
#include "objects/object_symbols.h"

namespace warpgrade {
namespace {

std::map<std::uint64_t, std::set<std::string>> code_symbols(const std::filesystem::path& program) {
  std::map<std::uint64_t, std::set<std::string>> symbols;
  const auto add = [&](const ObjectSymbol& symbol) {
    if (symbol.code) symbols[symbol.address].emplace(symbol.name);
  };
  if (!visit_symbols(MappedFile(program).text(), add))
    throw GraderError("cannot read the symbols of " + program.string(),
                      "Run the command again; if it happens again, report it.");
  return symbols;
}

/// "void product<true>(int, float*)" -> "product<true>".
std::string without_parameters(const std::string& name) {
  int depth = 0;
  std::size_t begin = 0, end = name.size();
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '(' && depth == 0 && name.compare(i, 11, "(anonymous ") != 0) {
      end = i;
      break;
    }
    depth += (c == '<' || c == '(') - (c == '>' || c == ')');
    if (c == ' ' && depth == 0) begin = i + 1;
  }
  return name.substr(begin, end - begin);
}

/// Whether the symbol belongs to the engine: such code runs for a launch whose template instance
/// follows from the arguments.
bool is_engines(const std::string& symbol) { return symbol.rfind("_ZN4simt6detail", 0) == 0; }

std::string shown(const std::set<std::string>& symbols, const protocol::Reply& reply,
                  std::uint32_t kernel) {
  if (symbols.empty() || is_engines(*symbols.begin()))
    return kernel < reply.kernel_count ? reply.kernels[kernel].name : "a kernel";
  return without_parameters(demangled(*symbols.begin()));
}

}  // namespace

void CodeSymbols::add(const protocol::Reply& reply, const Build& build, LaunchedKernels& to) {
  if (reply.code_count == 0) return;  // no kernel, or on a GPU
  const auto [known, is_new] = builds_.try_emplace(&build);
  if (is_new) known->second = code_symbols(build.executable);
  const std::uint64_t count = std::min<std::uint64_t>(reply.code_count, protocol::max_code);
  to.more = std::max(to.more, reply.code_count - count);
  for (std::uint64_t i = 0; i < count; ++i) {
    LaunchedCode code;
    if (const auto found = known->second.find(reply.code[i].address); found != known->second.end())
      code.symbols = found->second;
    code.name = shown(code.symbols, reply, reply.code[i].kernel);
    if (std::find(to.all.begin(), to.all.end(), code) == to.all.end())
      to.all.push_back(std::move(code));
  }
}

}  // namespace warpgrade
