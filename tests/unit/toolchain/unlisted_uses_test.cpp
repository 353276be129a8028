// What an object may use without a doubt about the check, and what it may not.
#include "toolchain/unlisted_uses.h"

#include "objects/cxx_library.h"
#include "simt/rewriter/c_library.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using simt::rewrite::c_function;
using simt::rewrite::CFunction;

namespace {

constexpr const char* dump = R"(
SYMBOL TABLE:
0000000000000000 l    d  .text._Z4minev	0000000000000000 .text._Z4minev
0000000000000000 g     F .text._Z4minev	000000000000001c _Z4minev
0000000000000000 w     F .text._Z4helpv	000000000000001c _Z4helpv
0000000000000000         *UND*	0000000000000000 __send
0000000000000000         *UND*	0000000000000000 dup2
0000000000000000         *UND*	0000000000000000 free
0000000000000000         *UND*	0000000000000000 _Z10cudaMallocPPvmPKci
0000000000000000         *UND*	0000000000000000 cublasCreate_v2
0000000000000000         *UND*	0000000000000000 _ZN4simt6detail4selfE


RELOCATION RECORDS FOR [.text._Z4minev]:
OFFSET           TYPE              VALUE
0000000000000003 R_X86_64_PLT32    free-0x0000000000000004
0000000000000012 R_X86_64_PLT32    _Z4helpv-0x0000000000000004


RELOCATION RECORDS FOR [.text._Z4helpv]:
OFFSET           TYPE              VALUE
0000000000000003 R_X86_64_PLT32    dup2-0x0000000000000004


RELOCATION RECORDS FOR [.preinit_array]:
OFFSET           TYPE              VALUE
0000000000000000 R_X86_64_64       __send


Disassembly of section .text._Z4minev:

0000000000000000 <_Z4minev>:
_Z4minev():
/submission/a.cu:8
   0:	sub    $0x8,%rsp
/submission/a.cu:9
  11:	call   0 <_Z4helpv>
/submission/a.cu:10
  20:	ret

Disassembly of section .text._Z4helpv:

0000000000000000 <_Z4helpv>:
_Z4helpv():
/usr/include/help.h:3
   0:	call   0 <dup2>
)";

std::vector<std::string> named(const std::vector<UnlistedUse>& uses) {
  std::vector<std::string> names;
  for (const UnlistedUse& use : uses) names.push_back(use.name + " " + use.place);
  return names;
}

}  // namespace

TEST_CASE("an unlisted function is reported with the student's line") {
  ObjectCode object;
  read_object(dump, object);
  CHECK(
      named(unlisted_uses(object, {"_Z10cudaMallocPPvmPKci", "_ZN4simt6detail4selfE"}, "/work")) ==
      std::vector<std::string>{"__send ", "dup2 a.cu:9", "the section .preinit_array "});
}

TEST_CASE("only exported symbols count as the engine's") {
  ObjectCode object;
  read_object(dump, object);
  CHECK(unlisted_uses(object, {}, "/work").size() == 5);
}

TEST_CASE("arithmetic and copies are allowed on the device, other harmless functions on the host") {
  for (const char* name : {"sqrtf", "sin", "fmal", "modff", "memcpy", "printf", "puts", "__isnanf",
                           "__logf_finite", "__memcpy_chk"})
    CHECK(c_function(name) == CFunction::device);
  for (const char* name :
       {"bcopy", "mempcpy", "strcat", "wmemcpy", "qsort", "rand", "fprintf", "__isoc99_sscanf",
        "__isoc23_strtol", "__sprintf_chk", "clock_gettime", "pthread_create"})
    CHECK(c_function(name) == CFunction::host);
  for (const char* name : {"send", "__send", "write", "dup2", "fdopen", "fopen", "setvbuf",
                           "fopencookie", "syscall", "mprotect", "mmap", "signal", "sigaction",
                           "dl_iterate_phdr", "__isoc99_write", "__send_chk", "fork", "ioctl"})
    CHECK(c_function(name) == CFunction::unlisted);
}

TEST_CASE("strings, containers, printing and threads of the C++ library are harmless") {
  for (const char* symbol :
       {"_ZSt4cout", "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "_ZNSolsEi",
        "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
        "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm",
        "_ZNKSt5ctypeIcE13_M_widen_initEv", "_ZTVSt15basic_streambufIcSt11char_traitsIcEE",
        "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6thread4joinEv",
        "_ZSt20__throw_length_errorPKc", "_ZTVN10__cxxabiv120__si_class_type_infoE",
        "_ZTISt13runtime_error", "_Znwm", "_ZdaPv",
        "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base", "_ZNSt8ios_base4InitC1Ev", "_ZTIi",
        "_ZNSt3_V216generic_categoryEv", "_ZNSt13random_device7_M_finiEv",
        // since g++ 13
        "_ZSt21ios_base_library_initv", "_ZSt15__try_use_facetISt5ctypeIcEEPKT_RKSt6locale"}) {
    CAPTURE(symbol);
    CHECK(is_harmless_cxx(symbol));
  }
}

TEST_CASE("file access through the C++ library is not harmless") {
  for (const char* symbol :
       {"_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
        "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
        "_ZTVSt14basic_ifstreamIcSt11char_traitsIcEE",
        "_ZNSt12__basic_fileIcE8sys_openEiSt13_Ios_Openmode",
        "_ZN9__gnu_cxx18stdio_filebufIcSt11char_traitsIcEEC1EiSt13_Ios_Openmodem",
        "_ZTVN9__gnu_cxx18stdio_filebufIcSt11char_traitsIcEEE",
        "_ZTVN9__gnu_cxx18stdio_sync_filebufIcSt11char_traitsIcEEE",
        "_ZNSt10filesystem11resize_fileERKNS_7__cxx114pathEm", "_ZSt3cin", "_ZN4mine3runEv",
        "_Z4sendv", "_ZSt15set_new_handlerPFvvE", "_Z", "_ZN", "_ZNSt", "_ZTv", "_ZN9__gnu_cxx"}) {
    CAPTURE(symbol);
    CHECK_FALSE(is_harmless_cxx(symbol));
  }
}
