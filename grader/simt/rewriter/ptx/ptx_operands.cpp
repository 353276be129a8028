#include "simt/rewriter/ptx/ptx_operands.h"

#include <cctype>
#include <cstdlib>
#include <map>

namespace simt::rewrite {

namespace {

const std::map<std::string_view, const char*>& special_registers() {
  static const std::map<std::string_view, const char*> all = {
      {"tid.x", "threadIdx.x"},
      {"tid.y", "threadIdx.y"},
      {"tid.z", "threadIdx.z"},
      {"ntid.x", "blockDim.x"},
      {"ntid.y", "blockDim.y"},
      {"ntid.z", "blockDim.z"},
      {"ctaid.x", "blockIdx.x"},
      {"ctaid.y", "blockIdx.y"},
      {"ctaid.z", "blockIdx.z"},
      {"nctaid.x", "gridDim.x"},
      {"nctaid.y", "gridDim.y"},
      {"nctaid.z", "gridDim.z"},
      {"cluster_ctaid.x", "simt::detail::cluster_shape().index.x"},
      {"cluster_ctaid.y", "simt::detail::cluster_shape().index.y"},
      {"cluster_ctaid.z", "simt::detail::cluster_shape().index.z"},
      {"cluster_nctaid.x", "simt::detail::cluster_shape().dimensions.x"},
      {"cluster_nctaid.y", "simt::detail::cluster_shape().dimensions.y"},
      {"cluster_nctaid.z", "simt::detail::cluster_shape().dimensions.z"},
      {"cluster_ctarank", "simt::detail::cluster_shape().rank"},
      {"cluster_nctarank", "simt::detail::cluster_shape().size"},
      {"laneid", "simt::detail::lane_id()"},
      {"warpid", "simt::ptx::warp_id()"},
      {"nwarpid", "simt::ptx::warps_of_block()"},
      {"smid", "0u"},
      {"nsmid", "1u"},
      {"gridid", "0ull"},
      {"clock", "static_cast<unsigned>(clock64())"},
      {"clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
      {"clock64", "static_cast<unsigned long long>(clock64())"},
      {"globaltimer", "simt::ptx::nanoseconds()"},
      {"globaltimer_lo", "static_cast<unsigned>(simt::ptx::nanoseconds())"},
      {"globaltimer_hi", "static_cast<unsigned>(simt::ptx::nanoseconds() >> 32)"},
      {"lanemask_eq", "(1u << simt::detail::lane_id())"},
      {"lanemask_lt", "((1u << simt::detail::lane_id()) - 1)"},
      {"lanemask_le", "((2u << simt::detail::lane_id()) - 1)"},
      {"lanemask_ge", "(~0u << simt::detail::lane_id())"},
      {"lanemask_gt", "(~0u << simt::detail::lane_id() << 1)"}};
  return all;
}

/// A register's name without its optional percent sign.
std::string bare(std::string_view name) {
  while (!name.empty() && name.front() == '%') name.remove_prefix(1);
  return std::string(name);
}

/// Nothing else may reach the text that g++ reads.
bool is_number(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) &&
         text.find_first_not_of("0123456789abcdefABCDEFxXU.") == text.npos;
}

std::string number(std::string_view text, const std::string& type) {
  const bool bits32 = text.substr(0, 2) == "0f" || text.substr(0, 2) == "0F";
  const bool bits64 = text.substr(0, 2) == "0d" || text.substr(0, 2) == "0D";
  const auto hex = [&](std::size_t digits) {
    const std::string_view d = text.substr(2);
    if (d.size() != digits || d.find_first_not_of("0123456789abcdefABCDEF") != d.npos)
      throw PtxLack{"the number " + std::string(text)};
    return "0x" + std::string(d);
  };
  if (bits32) return "static_cast<" + type + ">(__uint_as_float(" + hex(8) + "u))";
  if (bits64) return "static_cast<" + type + ">(__longlong_as_double(" + hex(16) + "ll))";
  std::string digits(text);
  if (digits.find('.') != digits.npos) return "static_cast<" + type + ">(" + digits + ")";
  while (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u')) digits.pop_back();
  return "static_cast<" + type + ">(" + digits + "ll)";
}

}  // namespace

/// The variable of a register; empty if there is none.
std::string PtxOperands::variable(std::string_view name) const {
  if (name == "_") return "simt::ptx::discard";
  if (!plain_ && name.size() > 1 && name[0] == '%' &&
      std::isdigit(static_cast<unsigned char>(name[1]))) {
    const auto index = static_cast<std::size_t>(std::atoi(std::string(name.substr(1)).c_str()));
    if (index < operands_) return "simt_v" + std::to_string(index);
  }
  const std::string wanted = bare(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(wanted); found != scope->end()) return found->second;
  return "";
}

std::string PtxOperands::known_variable(std::string_view name) const {
  const std::string v = variable(name);
  if (v.empty()) throw PtxLack{"the operand " + std::string(name)};
  return v;
}

std::string PtxOperands::value(std::string_view name, const std::string& type) const {
  name = trimmed(name);
  if (type == "bool" && !name.empty() && name[0] == '!') return "!" + value(name.substr(1), type);
  if (is_number(name)) return number(name, type);
  if (const std::string v = variable(name); !v.empty())
    return "simt::ptx::as<" + type + ">(" + v + ")";
  const auto special = special_registers().find(bare(name));
  if (special != special_registers().end() && name[0] == '%')
    return "simt::ptx::as<" + type + ">(" + std::string(special->second) + ")";
  throw PtxLack{"the operand " + std::string(name)};
}

std::string PtxOperands::address(std::string_view text, bool shared) const {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']')
    throw PtxLack{"the address " + std::string(text)};
  text = trimmed(text.substr(1, text.size() - 2));
  const std::size_t sign = text.find_first_of("+-", 1);
  std::string offset = "0";
  if (sign != text.npos) {
    const std::string_view behind = trimmed(text.substr(sign + 1));
    if (!is_number(behind)) throw PtxLack{"the address " + std::string(text)};
    offset = (text[sign] == '-' ? "-" : "") + std::string(behind);
    text = trimmed(text.substr(0, sign));
  }
  const std::string at = "simt::ptx::as<unsigned long long>(" + known_variable(text) + ")";
  return (shared ? "simt::ptx::shared_at(" : "simt::ptx::at(") + at + ", " + offset + ")";
}

PtxParts PtxOperands::vector(std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return {std::string(text)};
  return split_ptx(text.substr(1, text.size() - 2), ',');
}

void PtxOperands::put(std::string_view to, const std::string& what) {
  const std::string v = variable(to);
  if (v.empty()) throw PtxLack{"the operand " + std::string(to)};
  code_ += "simt::ptx::put(" + v + ", " + what + "); ";
}

void PtxOperands::declare(const std::string& type, std::string_view register_name) {
  const std::string name = bare(register_name);
  if (name.empty()) throw PtxLack{".reg without a name"};
  std::string variable = "simt_r" + std::to_string(declared_++) + "_";
  for (const char c : name) variable += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  code_ += type + " " + variable + "{}; (void)" + variable + "; ";
  scopes_.back()[name] = variable;
}

}  // namespace simt::rewrite
