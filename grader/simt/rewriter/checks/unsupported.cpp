#include "simt/rewriter/checks/unsupported.h"

#include <array>
#include <cctype>
#include <set>
#include <string>
#include <unordered_map>

namespace simt::rewrite {

namespace {

constexpr const char* textures = "texture references (gone since CUDA 12): use a texture object";
constexpr const char* grid_sync =
    "grids that span several devices (gone since CUDA 13): launch one grid on each device";
constexpr const char* small_integers =
    "matrices of 4-bit and 1-bit numbers (wmma::experimental): use signed char";
constexpr const char* graphs =
    "this part of CUDA graphs: capture a stream (cudaStreamBeginCapture), and launch the graph";
constexpr const char* thrust = "Thrust: write the algorithm as a kernel";
constexpr const char* cub = "CUB: write the algorithm as a kernel";
constexpr const char* compiler_functions =
    "a name of NVIDIA's compiler (__nv_…), which only nvcc knows: use the standard function or "
    "type";
constexpr const char* graphics = "CUDA with OpenGL or Direct3D: there is no screen here";

constexpr const char* tensor_columns =
    "tensor maps of a convolution's columns (im2col): encode tiles (cuTensorMapEncodeTiled)";
constexpr const char* interleaved =
    "interleaved tensors: CU_TENSOR_MAP_INTERLEAVE_NONE, with the channels as a dimension";

enum class Use { anywhere, called, as_scope };

struct Rule {
  std::string_view word;
  Use use;
  const char* what;
};

const std::unordered_map<std::string_view, Rule>& rules() {
  static const std::unordered_map<std::string_view, Rule> all = [] {
    constexpr std::array<Rule, 12> table{{
        {"cudaBindTexture", Use::anywhere, textures},
        {"cudaBindTexture2D", Use::anywhere, textures},
        {"cudaBindTextureToArray", Use::anywhere, textures},
        {"this_multi_grid", Use::called, grid_sync},
        {"multi_grid_group", Use::anywhere, grid_sync},
        {"cudaLaunchCooperativeKernelMultiDevice", Use::anywhere, grid_sync},
        {"cuTensorMapEncodeIm2col", Use::anywhere, tensor_columns},
        {"cuTensorMapEncodeIm2colWide", Use::anywhere, tensor_columns},
        {"CU_TENSOR_MAP_INTERLEAVE_16B", Use::anywhere, interleaved},
        {"CU_TENSOR_MAP_INTERLEAVE_32B", Use::anywhere, interleaved},
        {"cub", Use::as_scope, cub},
        {"thrust", Use::as_scope, thrust},
    }};
    std::unordered_map<std::string_view, Rule> map;
    for (const Rule& rule : table) map.emplace(rule.word, rule);
    return map;
  }();
  return all;
}

constexpr std::array<Rule, 5> prefixes{{
    {"cudaGraphics", Use::anywhere, graphics},
    {"cudaGraph", Use::anywhere, graphs},
    {"cudaKernelNode", Use::anywhere, graphs},
    {"__nv_", Use::anywhere, compiler_functions},
    {"__nvvm_", Use::anywhere, compiler_functions},
}};

/// Whether the engine supports this name that begins with cudaGraph.
bool is_known_graph_name(std::string_view word) {
  static const std::set<std::string_view> known = {"cudaGraph_t",
                                                   "cudaGraphNode_t",
                                                   "cudaGraphExec_t",
                                                   "cudaGraphNodeType",
                                                   "cudaGraphNodeTypeKernel",
                                                   "cudaGraphNodeTypeMemcpy",
                                                   "cudaGraphNodeTypeMemset",
                                                   "cudaGraphNodeTypeHost",
                                                   "cudaGraphNodeTypeGraph",
                                                   "cudaGraphNodeTypeEmpty",
                                                   "cudaGraphInstantiateFlagAutoFreeOnLaunch",
                                                   "cudaGraphInstantiateFlagUpload",
                                                   "cudaGraphInstantiateFlagUseNodePriority",
                                                   "cudaGraphExecUpdateResult",
                                                   "cudaGraphExecUpdateResultInfo",
                                                   "cudaGraphExecUpdateSuccess",
                                                   "cudaGraphExecUpdateError",
                                                   "cudaGraphExecUpdateErrorTopologyChanged",
                                                   "cudaGraphExecUpdateErrorNodeTypeChanged",
                                                   "cudaGraphCreate",
                                                   "cudaGraphDestroy",
                                                   "cudaGraphClone",
                                                   "cudaKernelNodeParams",
                                                   "cudaGraphAddKernelNode",
                                                   "cudaGraphKernelNodeGetParams",
                                                   "cudaGraphKernelNodeSetParams",
                                                   "cudaGraphExecKernelNodeSetParams",
                                                   "cudaGraphAddMemcpyNode",
                                                   "cudaGraphExecMemcpyNodeSetParams1D",
                                                   "cudaGraphExecMemsetNodeSetParams",
                                                   "cudaGraphExecHostNodeSetParams",
                                                   "cudaGraphNodeGetDependencies",
                                                   "cudaGraphDestroyNode",
                                                   "cudaGraphAddEmptyNode",
                                                   "cudaGraphAddHostNode",
                                                   "cudaGraphAddMemsetNode",
                                                   "cudaGraphAddMemcpyNode1D",
                                                   "cudaGraphAddChildGraphNode",
                                                   "cudaGraphAddDependencies",
                                                   "cudaGraphEdgeData",
                                                   "cudaGraphGetNodes",
                                                   "cudaGraphGetRootNodes",
                                                   "cudaGraphNodeGetType",
                                                   "cudaGraphInstantiate",
                                                   "cudaGraphInstantiateWithFlags",
                                                   "cudaGraphUpload",
                                                   "cudaGraphLaunch",
                                                   "cudaGraphExecUpdate",
                                                   "cudaGraphExecDestroy",
                                                   "cudaGraphNodeTypeWaitEvent",
                                                   "cudaGraphNodeTypeEventRecord",
                                                   "cudaGraphAddEventRecordNode",
                                                   "cudaGraphAddEventWaitNode",
                                                   "cudaGraphEventRecordNodeGetEvent",
                                                   "cudaGraphEventWaitNodeGetEvent",
                                                   "cudaGraphDebugDotPrint",
                                                   "cudaGraphDebugDotFlags",
                                                   "cudaGraphDebugDotFlagsVerbose",
                                                   "cudaGraphNodeTypeMemAlloc",
                                                   "cudaGraphNodeTypeMemFree",
                                                   "cudaGraphNodeTypeConditional",
                                                   "cudaGraphAddNode",
                                                   "cudaGraphAddNode_v2",
                                                   "cudaGraphNodeParams",
                                                   "cudaGraphAddMemAllocNode",
                                                   "cudaGraphMemAllocNodeGetParams",
                                                   "cudaGraphAddMemFreeNode",
                                                   "cudaGraphMemFreeNodeGetParams",
                                                   "cudaGraphMemAttributeType",
                                                   "cudaGraphMemAttrUsedMemCurrent",
                                                   "cudaGraphMemAttrUsedMemHigh",
                                                   "cudaGraphMemAttrReservedMemCurrent",
                                                   "cudaGraphMemAttrReservedMemHigh",
                                                   "cudaGraphConditionalHandle",
                                                   "cudaGraphConditionalHandleCreate",
                                                   "cudaGraphConditionalNodeType",
                                                   "cudaGraphCondAssignDefault",
                                                   "cudaGraphCondTypeIf",
                                                   "cudaGraphCondTypeWhile",
                                                   "cudaGraphCondTypeSwitch",
                                                   "cudaGraphSetConditional"};
  return known.count(word) != 0;
}

/// Whether the engine supports this name that begins with __nv_: number types of CUDA's headers and
/// related names, and the built-in atomic functions.
bool is_known_builtin(std::string_view word) {
  for (const std::string_view known :
       {"__nv_bfloat16", "__nv_fp8", "__nv_cvt_", "__nv_saturation_t", "__nv_atomic_"})
    if (word.substr(0, known.size()) == known) return true;
  return false;
}

const Rule* find_rule(std::string_view word) {
  const auto found = rules().find(word);
  if (found != rules().end()) return &found->second;
  if (word[0] != 'c' && word[0] != '_') return nullptr;
  for (const Rule& rule : prefixes)
    if (word.substr(0, rule.word.size()) == rule.word && !is_known_graph_name(word) &&
        !is_known_builtin(word))
      return &rule;
  return nullptr;
}

class Finder {
 public:
  Finder(const Program& program, const Scopes& scopes, Diagnostics& diagnostics)
      : p_(program), scopes_(scopes), diagnostics_(diagnostics) {
    for (std::size_t i = 0; i < p_.size(); ++i)
      if (names_a_scope(i)) own_scopes_.insert(p_[i + 1].text);
  }

  void run() {
    for (std::size_t i = 0; i < p_.size(); ++i) {
      if (!p_.is_identifier(i) || p_.is_library(i)) continue;
      const std::string_view t = p_[i].text;
      if (t == "texture") {
        texture_reference(i);
      } else if (t == "experimental" && i > 1 && p_.is(i - 1, "::") && p_.is(i - 2, "wmma")) {
        report(i, small_integers);
      } else if (const Rule* rule = find_rule(t); rule != nullptr && applies(*rule, i)) {
        report(i, rule->what);
      }
    }
  }

 private:
  void report(std::size_t i, const char* what) {
    diagnostics_.unsupported(p_[i].file, p_[i].line, what);
  }

  /// `namespace N {`, `struct N {`, `struct N :`, `namespace N =`, `using N =`.
  bool names_a_scope(std::size_t i) const {
    const bool names = p_.is(i, "namespace") || p_.is(i, "struct") || p_.is(i, "class") ||
                       p_.is(i, "union") || p_.is(i, "using");
    return names && (p_.is(i + 2, "{") || p_.is(i + 2, ":") || p_.is(i + 2, "="));
  }

  /// False if the author may have defined the same name.
  bool applies(const Rule& rule, std::size_t i) const {
    if (i > 0 && (p_.is(i - 1, ".") || p_.is(i - 1, "->"))) return false;
    if (!scopes_.named(p_[i].text).empty()) return false;
    switch (rule.use) {
      case Use::anywhere:
        return true;
      case Use::called:
        // After a type, it is a variable: `Texture tex2D(3);`
        return (p_.is(i + 1, "(") || p_.is(i + 1, "<")) && !(i > 0 && p_.is_name(i - 1));
      case Use::as_scope: {
        if (own_scopes_.count(p_[i].text) != 0) return false;
        const bool within = i > 0 && p_.is(i - 1, "::") && i > 1 && p_.is_name(i - 2);
        const bool imported = i > 1 && p_.is(i - 1, "namespace") && p_.is(i - 2, "using");
        return (p_.is(i + 1, "::") && !within) || imported;
      }
    }
    return false;
  }

  /// `texture<float, 2> name;`, which is only allowed outside functions.
  void texture_reference(std::size_t i) {
    if (scopes_.kind(i) != Scopes::Kind::namespace_ || !p_.is(i + 1, "<")) return;
    const bool starts = i == 0 || p_.is(i - 1, ";") || p_.is(i - 1, "}") || p_.is(i - 1, "static");
    const std::size_t close = p_.closing_angle(i + 1);
    if (starts && close != none && p_.is_name(close + 1)) report(i, textures);
  }

  const Program& p_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> own_scopes_;
};

}  // namespace

void find_unsupported(const Program& program, const Scopes& scopes, Diagnostics& diagnostics) {
  Finder(program, scopes, diagnostics).run();
}

}  // namespace simt::rewrite
