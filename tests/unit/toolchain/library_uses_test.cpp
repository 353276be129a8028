// Who uses a library: told from code, never from words. The corpus has whole submissions.
#include "toolchain/library_uses.h"

#include "objects/libraries.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

constexpr const char* cub_header = "/usr/local/cuda/include/cccl/cub/block/block_reduce.cuh";

/// As objdump -t -r and objdump -d -l print an object with two entries: `mine` calls nothing of
/// note, `theirs` calls a helper on its line 9, and that calls cuBLAS by a weak reference.
constexpr const char* two_tasks = R"(
a.o:     file format elf64-x86-64

SYMBOL TABLE:
0000000000000000 l    d  .text._Z6helperv	0000000000000000 .text._Z6helperv
0000000000000000 g     F .text._Z4minev	000000000000001c _Z4minev
0000000000000000 g     F .text._Z6theirsv	000000000000001c .hidden _Z6theirsv
0000000000000000  w      *UND*	0000000000000000 cublasCreate_v2
0000000000000000         *UND*	0000000000000000 free


RELOCATION RECORDS FOR [.text._Z4minev]:
OFFSET           TYPE              VALUE
0000000000000003 R_X86_64_PLT32    free-0x0000000000000004


RELOCATION RECORDS FOR [.text._Z6theirsv]:
OFFSET           TYPE              VALUE
0000000000000012 R_X86_64_PLT32    .text._Z6helperv-0x0000000000000004


RELOCATION RECORDS FOR [.text._Z6helperv]:
OFFSET           TYPE              VALUE
0000000000000003 R_X86_64_PLT32    cublasCreate_v2-0x0000000000000004


Disassembly of section .text._Z6theirsv:

0000000000000000 <_Z6theirsv>:
_Z6theirsv():
/submission/a.cu:8
   0:	sub    $0x8,%rsp
/submission/a.cu:9 (discriminator 1)
  11:	call   0 <_Z6theirsv>
/submission/a.cu:10
  20:	ret
)";

CompiledFile compiled(const std::string& dump) {
  CompiledFile file;
  file.submission = "/home/student/work";
  read_object(dump, file.host);
  return file;
}

/// An object whose only entry is `mine`, with code of that line.
CompiledFile compiled_from(const std::string& line) {
  CompiledFile file = compiled(two_tasks);
  read_object(
      "Disassembly of section .text._Z4minev:\n\n0000000000000000 <_Z4minev>:\n"
      "/submission/a.cu:3\n   0:\tnop\n" +
          line + "\n   1:\tnop\n",
      file.host);
  return file;
}

std::vector<LibraryUse> uses_of_mine(const CompiledFile& file) {
  return library_uses(file, {"mine"}).at("mine");
}

}  // namespace

TEST_CASE("Where objdump begins anew, the section before it has no reference more") {
  ObjectCode object;
  const std::string dump = two_tasks;
  const std::size_t lines = dump.find("Disassembly");
  read_object(dump.substr(0, lines) + "\n/out/student.o:     file format elf64-x86-64\n\n\n" +
                  dump.substr(lines),
              object);
  const auto& references = object.sections.at(".text._Z6helperv").references;
  REQUIRE(references.size() == 1);
  CHECK(references[0].target == "cublasCreate_v2");
  CHECK(object.sections.at(".text._Z6theirsv").lines.size() == 3);
}

TEST_CASE("A library counts only for tasks whose code can reach it") {
  const auto uses = library_uses(compiled(two_tasks), {"mine", "theirs"});
  CHECK(uses.at("mine").empty());
  REQUIRE(uses.at("theirs").size() == 1);
  CHECK(uses.at("theirs")[0].library == "cublas");
  CHECK(uses.at("theirs")[0].what == "cublasCreate_v2");
  CHECK(uses.at("theirs")[0].place == "a.cu:9");
}

TEST_CASE("Code that runs before main counts for every task") {
  const std::string table =
      "RELOCATION RECORDS FOR [.init_array]:\nOFFSET           TYPE              VALUE\n"
      "0000000000000000 R_X86_64_64       .text._Z6helperv\n";
  CHECK(uses_of_mine(compiled(two_tasks + table)).size() == 1);
}

TEST_CASE("Code of a library's header is a use of it, wherever it was inlined") {
  const auto uses = uses_of_mine(compiled_from(std::string(cub_header) + ":88"));
  REQUIRE(uses.size() == 1);
  CHECK(uses[0].library == "cub");
  CHECK(uses[0].what == "cub/block/block_reduce.cuh");
  CHECK(uses[0].place == "a.cu:3");
}

TEST_CASE("The student's own header may have a library's name") {
  CHECK(uses_of_mine(compiled_from("/submission/include/cub/mine.cuh:4")).empty());
  CHECK(uses_of_mine(compiled_from("/home/student/work/include/cub/mine.cuh:4")).empty());
  CHECK(find_header_library("/submission/cub/mine.cuh").empty());
  CHECK(find_header_library("/usr/include/cuba/mine.cuh").empty());
  CHECK(find_header_library("/usr/include/cub").empty());
}

TEST_CASE("A kernel's code counts for the tasks that name the kernel") {
  const std::string ptx = R"(
.func  (.param .b32 func_retval0) _Z5innerv(
	.param .b32 _Z5innerv_param_0
)
{
	.loc	2 518 5, function_name $L__info_string0, inlined_at 1 12 3
	ret;
}
.visible .entry _Z6helperv(
	.param .u64 _Z6helperv_param_0
)
{
	.loc	1 20 1
	{ // callseq 0, 0
	call.uni (retval0),
	_Z5innerv,
	(
	);
	}
	ret;
}
.visible .entry _Z4freev()
{
	.loc	1 30 1
	ret;
}
	.file	1 "/submission/a.cu"
	.file	2 ")" + std::string(cub_header) +
                          "\"\n";
  CompiledFile file = compiled(two_tasks);
  file.host.symbols["_Z6helperv"] = {".text._Z6helperv"};
  file.host.symbols["_Z4freev"] = {".text._Z4minev"};
  file.device = parse_device_code(ptx);
  REQUIRE(file.device.kernels.size() == 2);
  CHECK_FALSE(file.device.unclear);
  CHECK(uses_of_mine(file).empty());
  const auto uses = library_uses(file, {"theirs"}).at("theirs");
  REQUIRE(uses.size() == 2);
  CHECK(uses[1].library == "cub");
  CHECK(uses[1].place == "a.cu:12");

  // The host's code has no such name: whoever starts it does so in a way of his own.
  file.host.symbols.erase("_Z6helperv");
  CHECK(uses_of_mine(file).size() == 1);

  // A static kernel is called otherwise there.
  file.host.symbols["_ZL6helperv"] = {".text._Z6helperv"};
  CHECK(uses_of_mine(file).empty());
}

TEST_CASE("Text in a source's PTX does not hide a kernel's files") {
  const auto with = [](const std::string& text) {
    return parse_device_code(
        ".visible .entry _Z4minev()\n{\n\t.loc\t1 3 1\n// begin inline asm\n\t" + text +
        "\n// end inline asm\n\t.loc\t2 518 5, function_name $L__info_string0, "
        "inlined_at 1 3 1\n\tret;\n}\n\t.file\t1 \"/submission/a.cu\"\n\t.file\t2 "
        "\"/usr/include/cub/x.cuh\"\n");
  };
  const CodeOrigin cub{"/usr/include/cub/x.cuh", "/submission/a.cu:3"};
  for (const char* text :
       {"mov.u32 %r1, %laneid;", "/*\n.func elsewhere(\n*/", "{ .reg .pred p; }", "// a } {",
        "// end inline asm\n// }\n// begin inline asm", ".loc 1 9 9 mov.u32 %r1, 1;"}) {
    INFO(text);
    const DeviceCode code = with(text);
    CHECK_FALSE(code.unclear);
    CHECK(code.kernels.at("_Z4minev").contains(cub));
  }
  for (const char* text :
       {"\n.func elsewhere(", "/*", "*/", "{", "}", "// a \\", "// a\r }", "#if 0", "\"",
        "/* /* */", ".file 2 \"/submission/a.cu\"", ".loc 7 1 1", ".loc 1 {"}) {
    INFO(text);
    const DeviceCode code = with(text);
    const auto kernel = code.kernels.find("_Z4minev");
    const bool kept = kernel != code.kernels.end() && kernel->second.contains(cub);
    CHECK((code.unclear || kept));
  }
  // The rest of a kernel in a function of its own, which it calls.
  CHECK(with("call elsewhere, ();\n ret; }\n.func elsewhere()\n{ .loc 1 4 4")
            .kernels.at("_Z4minev")
            .contains(cub));
}

TEST_CASE("Files opened by the compiler count if a kernel's origin is unclear") {
  CompiledFile file = compiled(two_tasks);
  file.opened =
      files_opened("student.o : /submission/a.cu /usr/include/cub/x.cuh \\\n  /b\\ c.h\n");
  CHECK(file.opened ==
        std::set<std::string>{"/submission/a.cu", "/usr/include/cub/x.cuh", "/b c.h"});
  CHECK(uses_of_mine(file).empty());
  file.device.unclear = true;
  REQUIRE(uses_of_mine(file).size() == 1);
  CHECK(uses_of_mine(file)[0].library == "cub");
  file.opened = {"/submission/include/cub/mine.cuh", "/usr/include/math.h"};
  CHECK(uses_of_mine(file).empty());
}

TEST_CASE("A function counts as a library's only if it is undefined") {
  CHECK(find_symbol_library("cublasSgemm_v2") == "cublas");
  CHECK(find_symbol_library("dlsym") == dynamic_loading);
  CHECK(find_symbol_library("_Z18cublasStyleProductv").empty());
  CHECK(find_symbol_library("cudaMalloc").empty());
  CHECK(find_symbol_library("_ZN3cub4sortEv").empty());
  ObjectCode host;
  host.undefined = {"cublasSgemm_v2", "cublas,-lcublas", "dlopen", "free"};
  CHECK(missing_functions(host) == std::vector<std::string>{"cublasSgemm_v2"});
}
