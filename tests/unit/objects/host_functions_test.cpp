// What CUDA has on a device and what it does not, by an object's undefined symbols.
#include "objects/host_functions.h"

#include <map>

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

/// Host functions of an object that does not define these, by symbol.
std::map<std::string, std::string> host_names(const std::set<std::string>& undefined,
                                              const std::set<std::string>& exported = {}) {
  ObjectCode object;
  object.undefined = undefined;
  std::map<std::string, std::string> names;
  for (const HostFunction& function : host_functions(object, exported))
    names[function.symbol] = function.name;
  return names;
}

constexpr const char* append = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKcm";

}  // namespace

TEST_CASE("functions of the C++ library are the host's, named as in a source") {
  const std::map<std::string, std::string> expected = {
      {append, "std::string::append"},
      {"_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4copyEPcmm", "std::string::copy"},
      {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "std::operator<<"},
      {"_ZNSolsEi", "std::ostream::operator<<"},
      {"_ZNKSt9basic_iosIcSt11char_traitsIcEEcvbEv", "std::ios::operator bool"},
      {"_ZSt11_Hash_bytesPKvmm", "std::_Hash_bytes"},
      {"_ZSt20__throw_length_errorPKc", "std::__throw_length_error"},
      {"_ZNSt3_V216generic_categoryEv", "std::_V2::generic_category"},
      {"_ZN9__gnu_cxx27__verbose_terminate_handlerEv", "__gnu_cxx::__verbose_terminate_handler"}};
  for (const auto& [symbol, name] : expected) CHECK(host_names({symbol})[symbol] == name);
}

TEST_CASE("functions of the C library and of g++ that CUDA lacks are the host's") {
  for (const char* const symbol :
       {"bcopy", "wmemcpy", "qsort", "__memcpy_chk", "__cxa_guard_release",
        "__cxa_get_exception_ptr", "__dynamic_cast", "_Unwind_Resume"})
    CHECK(host_names({symbol}) == std::map<std::string, std::string>{{symbol, symbol}});
}

TEST_CASE("what CUDA has on a device is not the host's, nor are variables") {
  CHECK(host_names({"sinf", "memcpy", "printf", "malloc", "_Znwm", "_ZdaPv", "__udivmodti4",
                    "__muldc3", "__dso_handle", "stderr", "_ZSt4cout", "_ZTIi",
                    "_ZTVN10__cxxabiv120__si_class_type_infoE", "_ZGVNSt5ctypeIcE2idE",
                    "_ZNSt5ctypeIcE2idE"})
            .empty());
}

TEST_CASE("the engine's functions are the device's, but not those of a library that it exports") {
  const std::string api = "_Z10cudaMallocPPvmPKci";
  const std::string fill =
      "_ZNSt6vectorIjSaIjEE14_M_fill_insertEN9__gnu_cxx17__normal_iteratorI"
      "PjS1_EEmRKj";
  CHECK(host_names({api, fill, append}, {api, fill, append}) ==
        std::map<std::string, std::string>{{fill, "std::vector::_M_fill_insert"},
                                           {append, "std::string::append"}});
}

TEST_CASE("a function on no list is the host's where it is called") {
  ObjectCode object;
  object.undefined = {"environ", "mine"};
  object.sections[".text.f"].references = {{0, "environ", false}, {8, "mine", true}};
  const auto found = host_functions(object, {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].symbol == "mine");
}

TEST_CASE("functions of a library that the program is linked without stay missing") {
  CHECK(host_names({"cublasCreate_v2"}).empty());
}
