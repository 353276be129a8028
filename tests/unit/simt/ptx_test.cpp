#include "simt/rewriter/ptx/ptx.h"

#include "tests/unit/catch.h"

using simt::rewrite::translate_ptx;

namespace {

std::string code(const char* assembly, std::size_t operands = 2) {
  const auto made = translate_ptx(assembly, operands, false);
  CHECK(made.lack.empty());
  return made.code;
}

std::string lack(const char* assembly, std::size_t operands = 2) {
  return translate_ptx(assembly, operands, false).lack;
}

bool holds(const std::string& text, const char* part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("instructions of PTX become functions that the check knows", "[simt]") {
  CHECK(holds(code("bar.sync 0;"), "__syncthreads()"));
  CHECK(holds(code("fence.acq_rel.gpu;"), "__threadfence()"));
  CHECK(holds(code("red.global.add.u32 [%0], %1;"), "atomicAdd(reinterpret_cast<unsigned*>"));
  CHECK(holds(code("vote.sync.ballot.b32 %0, 1, 0xff;"), "__ballot_sync("));
  CHECK(code("").empty());
  CHECK(code("// nothing\n /* at all; */").empty());
}

TEST_CASE("what the engine does not know of PTX is named", "[simt]") {
  CHECK(lack("wgmma.fence.sync.aligned;").rfind("wgmma.fence.sync.aligned (tensor cores)", 0) == 0);
  CHECK(lack("cp.async.ca.shared.global [%0], [%1], 16;") == "");
  CHECK(holds(lack("cp.async.bulk.tensor.1d.shared::cluster.global [%0], [%1];"), "tensor"));
  CHECK(lack("add.f32 %0, %1;") == "add.f32 with 2 operands");
  CHECK(lack("abs.rz.f32 %0, %1;") == "abs.rz.f32");
  CHECK(lack("mov.u32 %0, %%pm0;") == "the operand %%pm0");
  CHECK(lack("mov.u32 %0, %7;") == "the operand %7");
  CHECK(lack("bar.red.xor.u32 %0, 1, %1;") == "bar.red.xor.u32");
  CHECK(lack("{ mov.u32 %0, %1;") == "a brace without its partner");
  CHECK(lack("loop: add.u32 %0, %0, 1;") == "a label (loop:)");
  CHECK(lack(".visible .entry k();") == "the directive .visible");
  CHECK(lack("nonsense") == "nonsense");
}

TEST_CASE("an immediate operand is a number and nothing else", "[simt]") {
  CHECK(holds(code("mov.u32 %0, 0x1fU;"), "0x1f"));
  for (const char* hostile : {"mov.u32 %0, 1-simt;", "mov.u32 %0, 1);f(;", "ld.u32 %0, [%1+1)];",
                              "mov.f32 %0, 0fzzzzzzzz;", "mov.f32 %0, 1.0e+5;"})
    CHECK_FALSE(lack(hostile).empty());
}

TEST_CASE("registers belong to their braces", "[simt]") {
  CHECK(lack("{ .reg .u32 t; mov.u32 t, 1; } mov.u32 %0, t;") == "the operand t");
  CHECK(lack("{ .reg .b8x t; }") != "");
  CHECK(holds(code("{ .reg .u32 t<3>; mov.u32 t2, 1; mov.u32 %0, t2; }"), "t2{}"));
}

TEST_CASE("products of matrices are known in the shapes of the ISA alone", "[simt]") {
  const auto mma = [](const char* of, const char* a) {
    return "mma.sync.aligned." + std::string(of) + " {%0,%1,%2,%3}, " + a +
           ", {%4,%5}, {%0,%1,%2,%3};";
  };
  const char* const four = "{%0,%1,%2,%3}";
  CHECK(holds(code(mma("m16n8k16.row.col.f32.bf16.bf16.f32", four).c_str(), 6),
              "multiply_matrices({simt::detail::Number::bf16, 16, 16, 2, false}, simt_a, "
              "{simt::detail::Number::bf16, 8, 16, 2, true}"));
  for (const char* unknown :
       {"m16n8k16.row.col.f32.f16.bf16.f32", "m16n8k32.row.col.f32.f16.f16.f32",
        "m16n8k16.col.row.f32.f16.f16.f32", "m16n8k8.row.col.f16.bf16.bf16.f16",
        "m16n8k64.row.col.s32.s4.s4.s32", "m16n8k16.row.col.f32.f16.f16"})
    CHECK(lack(mma(unknown, four).c_str(), 6) == "mma.sync.aligned." + std::string(unknown));
  // One register too few.
  CHECK_FALSE(lack(mma("m16n8k16.row.col.f32.f16.f16.f32", "{%0,%1,%2}").c_str(), 6).empty());
}

TEST_CASE("numbers of two bytes have their own sums and conversions", "[simt]") {
  CHECK(holds(code("fma.rn.f16x2 %0, %1, %1, %1;"), "of_pairs("));
  CHECK(holds(code("add.rz.f32 %0, %1, %1;"), "__fadd_rz("));
  CHECK(lack("sin.approx.f16 %0, %1;") == "sin.approx.f16");
  CHECK(lack("add.rn.f16x2 %0, %1;") == "add.rn.f16x2");
  CHECK(lack("add.rz.f16 %0, %1, %1;") == "add.rz.f16");
  CHECK(lack("cvt.s32.f16 %0, %1;") == "cvt.s32.f16");
  CHECK(lack("cvt.rn.f16x2.f32 %0, %1;") == "cvt.rn.f16x2.f32");
}

TEST_CASE("copies of boxes say how many coordinates they take", "[simt]") {
  const auto load = [](const std::string& of, const char* rest) {
    return "cp.async.bulk.tensor." + of +
           ".shared::cluster.global.mbarrier::complete_tx::bytes [%0], " + rest;
  };
  CHECK(holds(code(load("2d", "[%1, {%2, %3}], [%4];").c_str(), 5), ", 2, 0u, "));
  CHECK(lack(load("3d", "[%1, {%2, %3}], [%4];").c_str(), 5) != "");
  CHECK(lack(load("2d", "[%1], [%4];").c_str(), 5) != "");
  CHECK(lack(load("2d", "[%1, {%2, %3}];").c_str(), 5) != "");
  CHECK(holds(lack(load("3d.tile::gather4", "[%1, {%2, %3}], [%4];").c_str(), 5), "Blackwell"));
  const char* const sum = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.";
  CHECK(holds(code((std::string(sum) + "noftz.bf16 [%0], [%1], %2;").c_str(), 3),
              "simt::detail::Element::bf16"));
  CHECK(lack((std::string(sum) + "u8 [%0], [%1], %2;").c_str(), 3) != "");
  CHECK(code("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;") == "");
  CHECK(holds(code("fence.proxy.async.shared::cta;"), "fence_async_proxy"));
}

TEST_CASE("too few operands are a lack", "[simt]") {
  CHECK(lack("mad.lo.u32 %0;") == "mad.lo.u32 with 1 operands");
  CHECK(lack("mbarrier.expect_tx.b64;") != "");
  CHECK(lack("createpolicy.fractional.L2::evict_first.b64;") != "");
}
