// Bulk copies: of contiguous bytes, and of boxes of a tensor (TMA).
#include <string>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

/// Refuses modifiers of unsupported copy modes.
void refuse_ways(const PtxInstruction& i) {
  for (const std::string& mod : i.mods) {
    if (mod.substr(0, 6) == "im2col")
      throw PtxLack{i.whole + " (copies of a convolution's columns, im2col): copy tiles"};
    if (mod == "tile::gather4" || mod == "tile::scatter4")
      throw PtxLack{i.whole +
                    " (rows of a tensor gathered or scattered, of Blackwell GPUs): copy "
                    "each row by itself"};
  }
  if (i.has("cp_mask")) throw PtxLack{i.whole + " (with a mask of bytes)"};
}

/// "simt::detail::Reduction::add"
std::string reduction_operation(const PtxInstruction& i) {
  for (const char* name : {"add", "min", "max", "inc", "dec"})
    if (i.has(name)) return std::string("simt::detail::Reduction::") + name;
  for (const char* name : {"and", "or", "xor"})
    if (i.has(name)) return std::string("simt::detail::Reduction::") + name + "_";
  throw PtxLack{i.whole};
}

/// The C++ name for the instruction's type: "simt::detail::Element::u32".
std::string element_type_name(const PtxInstruction& i) {
  const std::string& type = i.mods.back();
  const std::string named = type == "b32" ? "u32" : type == "b64" ? "u64" : type;
  for (const char* known : {"u32", "s32", "u64", "s64", "f16", "bf16", "f32", "f64"})
    if (named == known) return "simt::detail::Element::" + named;
  throw PtxLack{i.whole};
}

/// The block mask of a multicast, which follows the common operands; "0u" if there is none.
std::string multicast_blocks(const PtxInstruction& i, const PtxOperands& o, std::size_t at) {
  return i.has("multicast::cluster") ? o.arg(i, at, "unsigned") : "0u";
}

struct Box {
  std::string map, coordinates, rank;
};

/// Parses "[%1, {%2, %3}]".
Box parse_box(const PtxInstruction& i, const PtxOperands& o, const std::string& text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') throw PtxLack{i.whole};
  const PtxParts parts = split_ptx(std::string_view(text).substr(1, text.size() - 2), ',');
  if (parts.size() != 2) throw PtxLack{i.whole};
  Box box;
  const PtxParts all = PtxOperands::vector(parts[1]);
  for (const std::string& one : all)
    box.coordinates += (box.coordinates.empty() ? "" : ", ") + o.value(one, "int");
  box.rank = std::to_string(all.size());
  if (!i.has(box.rank + "d")) throw PtxLack{i.whole + " with " + box.rank + " coordinates"};
  box.map = o.address("[" + parts[0] + "]", false);
  return box;
}

void begin_box(PtxOperands& o, const Box& box, const std::string& shared,
               const std::string& barrier, const std::string& blocks,
               const std::string& reduction) {
  o.add("simt::detail::begin_box_copy({" + box.map + ", " + shared + ", " + barrier + ", {" +
        box.coordinates + "}, " + box.rank + ", " + blocks + ", " + reduction + "}); ");
}

void box_copy(const PtxInstruction& i, PtxOperands& o, const std::string& reduction) {
  if (i.has("mbarrier::complete_tx::bytes") && i.has_any({"shared::cluster", "shared::cta"}) &&
      i.args.size() >= 3) {
    begin_box(o, parse_box(i, o, i.args[1]), o.address(i.args[0], true), o.address(i.args[2], true),
              multicast_blocks(i, o, 3), reduction);
  } else if (i.has("bulk_group") && i.has("shared::cta") && i.args.size() >= 2) {
    begin_box(o, parse_box(i, o, i.args[0]), o.address(i.args[1], true), "nullptr", "0u",
              reduction);
  } else {
    throw PtxLack{i.whole};
  }
}

void byte_copy(const PtxInstruction& i, PtxOperands& o, const std::string& reduction) {
  const bool into_shared = i.has("mbarrier::complete_tx::bytes") &&
                           i.has_any({"shared::cluster", "shared::cta"}) && i.args.size() >= 4;
  const bool out_of_shared = i.has("bulk_group") && i.has("shared::cta") && i.args.size() >= 3;
  if (!into_shared && !out_of_shared) throw PtxLack{i.whole};
  const std::string size = o.arg(i, 2, "unsigned");
  o.add("simt::detail::begin_copy({" + o.address(i.args[0], into_shared) + ", " +
        o.address(i.args[1], !into_shared) + ", " + size + ", 0u, " +
        (into_shared ? o.address(i.args[3], true) : "nullptr") + ", true, " +
        (into_shared ? multicast_blocks(i, o, 4) : "0u") + ", " + reduction + ", " +
        (i.has("reduce") ? element_type_name(i) : "simt::detail::Element::u8") + "}); ");
}

}  // namespace

void translate_bulk_copy(const PtxInstruction& i, PtxOperands& o) {
  refuse_ways(i);
  if (i.has("commit_group")) {
    o.add("simt::detail::commit_copies(true); ");
  } else if (i.has("wait_group")) {
    i.need(1);
    o.add("simt::detail::wait_for_copies(" + o.arg(i, 0, "unsigned") + ", true); ");
  } else if (i.has("prefetch")) {
    // A prefetch has no effect here: only check its operands.
    if (i.has("tensor")) parse_box(i, o, i.args.empty() ? "" : i.args[0]);
  } else if (!i.has("global")) {
    throw PtxLack{i.whole};
  } else {
    const std::string reduction =
        i.has("reduce") ? reduction_operation(i) : "simt::detail::Reduction::none";
    i.has("tensor") ? box_copy(i, o, reduction) : byte_copy(i, o, reduction);
  }
}

}  // namespace simt::rewrite
