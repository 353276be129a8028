// libstdc++ has thousands of symbols. Their effect follows from their class or function in
// namespace std, so this lists those; unlisted classes, and additions of later libraries, do not
// count as harmless.
#include "objects/cxx_library.h"

#include <algorithm>
#include <unordered_set>

namespace warpgrade {
namespace {

using Names = std::unordered_set<std::string_view>;

const Names& of_std() {
  static const Names all = {
      // strings and printing
      "basic_ios", "basic_iostream", "basic_istream", "basic_istringstream", "basic_ostream",
      "basic_ostringstream", "basic_streambuf", "basic_string", "basic_stringbuf",
      "basic_stringstream", "cerr", "char_traits", "clog", "cout", "endl", "ends", "flush",
      "from_chars", "getline", "ios_base", "ios_base_library_init", "istreambuf_iterator",
      "operator", "ostreambuf_iterator", "to_chars", "wcerr", "wclog", "wcout", "ws",
      "__from_chars_bfloat16_t", "__from_chars_float16_t", "__istream_extract", "__ostream_insert",
      "__to_chars_bfloat16_t", "__to_chars_float16_t",
      // locales, used by printing
      "codecvt", "collate", "ctype", "ctype_byname", "has_facet", "locale", "messages", "money_get",
      "money_put", "moneypunct", "num_get", "num_put", "numpunct", "time_get", "time_put",
      "use_facet", "__num_base", "__numpunct_cache", "__timepunct", "__try_use_facet",
      "__verify_grouping",
      // containers, memory
      "allocator", "nothrow", "pmr", "hash", "valarray", "_Fnv_hash_bytes", "_Hash_bytes",
      "_List_node_base", "_Rb_tree_black_count", "_Rb_tree_decrement", "_Rb_tree_increment",
      "_Rb_tree_insert_and_rebalance", "_Rb_tree_rebalance_for_erase", "_Sp_locker",
      "_Sp_make_shared_tag", "__detail",
      // exceptions
      "bad_alloc", "bad_array_new_length", "bad_cast", "bad_exception", "bad_function_call",
      "bad_typeid", "bad_weak_ptr", "current_exception", "domain_error", "error_category",
      "error_code", "exception", "future_category", "future_error", "generic_category",
      "get_terminate", "invalid_argument", "iostream_category", "length_error", "logic_error",
      "nested_exception", "out_of_range", "overflow_error", "range_error", "regex_error",
      "rethrow_exception", "runtime_error", "system_category", "system_error", "terminate",
      "type_info", "uncaught_exception", "uncaught_exceptions", "underflow_error",
      "__exception_ptr", "__glibcxx_assert_fail", "__throw_bad_alloc",
      "__throw_bad_array_new_length", "__throw_bad_cast", "__throw_bad_exception",
      "__throw_bad_function_call", "__throw_bad_typeid", "__throw_domain_error",
      "__throw_future_error", "__throw_invalid_argument", "__throw_ios_failure",
      "__throw_length_error", "__throw_logic_error", "__throw_out_of_range",
      "__throw_out_of_range_fmt", "__throw_overflow_error", "__throw_range_error",
      "__throw_regex_error", "__throw_runtime_error", "__throw_system_error",
      "__throw_underflow_error",
      // threads, time, random numbers
      "chrono", "condition_variable", "condition_variable_any", "mutex", "random_device",
      "this_thread", "thread", "__atomic_futex_unsigned_base", "__future_base", "__once_call",
      "__once_callable"};
  return all;
}

const Names& of_gnu() {
  static const Names all = {"__atomic_add", "__exchange_and_add", "__pool_alloc_base",
                            "__snprintf_lite", "__throw_insufficient_space"};
  return all;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool consume(std::string_view& text, std::string_view beginning) {
  if (text.substr(0, beginning.size()) != beginning) return false;
  text.remove_prefix(beginning.size());
  return true;
}

/// "8typeinfo…": the name after its length, or "operator" for an operator.
std::string_view consume_name(std::string_view& text) {
  std::size_t length = 0;
  if (text.empty()) return {};
  if (!is_digit(text.front())) return "operator";
  while (!text.empty() && is_digit(text.front()) && length < text.size()) {
    length = 10 * length + static_cast<std::size_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  const std::string_view name = text.substr(0, length);
  text.remove_prefix(name.size());
  return name;
}

bool is_abbreviated(std::string_view text) {
  for (const std::string_view name : {"Sa", "Sb", "Ss", "Si", "So", "Sd"})
    if (text.substr(0, 2) == name) return true;
  return false;
}

/// Skips those of a member function: const, &.
void skip_qualifiers(std::string_view& text) {
  while (!text.empty() && std::string_view("rVKRO").find(text.front()) != text.npos)
    text.remove_prefix(1);
}

/// Skips a virtual function's offset: "hn16_", "v0_n24_".
void skip_offsets(std::string_view& text) {
  const int offsets = consume(text, "Tv") ? 2 : consume(text, "Th") ? 1 : 0;
  for (int i = 0; i < offsets; ++i)
    text.remove_prefix(std::min(text.find('_'), text.size() - 1) + 1);
}

}  // namespace

bool is_allocation(std::string_view symbol) {
  for (const std::string_view name : {"_Znw", "_Zna", "_Zdl", "_Zda"})
    if (symbol.substr(0, name.size()) == name) return true;
  return false;
}

bool is_of_cxx_library(std::string_view symbol) {
  std::string_view text = symbol;
  if (!consume(text, "_Z")) return false;
  if (consume(text, "N")) skip_qualifiers(text);
  return is_abbreviated(text) || text.substr(0, 2) == "St" || consume(text, "9__gnu_cxx") ||
         consume(text, "10__cxxabiv1");
}

bool is_harmless_cxx(std::string_view symbol) {
  std::string_view text = symbol;
  if (is_allocation(symbol)) return true;
  if (!consume(text, "_Z")) return false;
  if (consume(text, "TI") || consume(text, "TS")) return true;  // what a type is called
  for (const std::string_view table : {"TV", "TT", "TC", "GV", "GR", "TH", "TW"})
    if (consume(text, table)) break;
  if (text.size() < 3) return false;
  skip_offsets(text);
  if (consume(text, "N")) skip_qualifiers(text);
  if (is_abbreviated(text)) return true;
  if (consume(text, "St")) {
    std::string_view name = consume_name(text);
    while (name == "__cxx11" || name == "_V2") name = consume_name(text);
    return of_std().count(name) != 0;
  }
  if (consume(text, "9__gnu_cxx")) return of_gnu().count(consume_name(text)) != 0;
  if (consume(text, "10__cxxabiv1")) {
    const std::string_view name = consume_name(text);
    constexpr std::string_view end = "_type_info";
    return name == "__forced_unwind" ||
           (name.size() > end.size() && name.substr(name.size() - end.size()) == end);
  }
  return false;
}

bool is_compiler_arithmetic(std::string_view symbol) {
  // libgcc: integers of 128 bits, complex numbers, numbers of 16 and 128 bits
  static const Names all = {
      "__ashlti3",     "__ashrti3",     "__bswapdi2",    "__bswapsi2",    "__clzti2",
      "__ctzti2",      "__divti3",      "__ffsti2",      "__lshrti3",     "__modti3",
      "__multi3",      "__paritydi2",   "__parityti2",   "__popcountdi2", "__popcountti2",
      "__udivti3",     "__umodti3",     "__divdc3",      "__divhc3",      "__divsc3",
      "__divtc3",      "__divxc3",      "__muldc3",      "__mulhc3",      "__mulsc3",
      "__multc3",      "__mulxc3",      "__powidf2",     "__powisf2",     "__powitf2",
      "__powixf2",     "__addtf3",      "__divtf3",      "__eqtf2",       "__extenddftf2",
      "__extendhfdf2", "__extendhfsf2", "__extendhftf2", "__extendbfsf2", "__extendsftf2",
      "__extendxftf2", "__fixdfti",     "__fixsfti",     "__fixtfdi",     "__fixtfsi",
      "__fixtfti",     "__fixunsdfti",  "__fixunssfti",  "__fixunstfdi",  "__fixunstfsi",
      "__fixunstfti",  "__floatditf",   "__floatsitf",   "__floattidf",   "__floattisf",
      "__floattitf",   "__floatunditf", "__floatunsitf", "__floatuntidf", "__floatuntisf",
      "__floatuntitf", "__getf2",       "__gttf2",       "__letf2",       "__lttf2",
      "__multf3",      "__negtf2",      "__netf2",       "__subtf3",      "__truncdfbf2",
      "__truncdfhf2",  "__truncsfbf2",  "__truncsfhf2",  "__trunctfdf2",  "__trunctfhf2",
      "__trunctfsf2",  "__trunctfxf2",  "__unordtf2"};
  return all.count(symbol) != 0;
}

bool is_runtime_variable(std::string_view symbol) {
  return symbol == "_GLOBAL_OFFSET_TABLE_" || symbol == "__dso_handle" ||
         symbol == "__libc_single_threaded";
}

bool is_compiler_runtime(std::string_view symbol) {
  static const Names all = {"__tls_get_addr",
                            "_Unwind_Resume",
                            "__gxx_personality_v0",
                            "__dynamic_cast",
                            "__stack_chk_fail",
                            "__cxa_allocate_exception",
                            "__cxa_atexit",
                            "__once_proxy",
                            "__cxa_bad_cast",
                            "__cxa_bad_typeid",
                            "__cxa_begin_catch",
                            "__cxa_call_unexpected",
                            "__cxa_call_terminate",
                            "__cxa_current_exception_type",
                            "__cxa_deleted_virtual",
                            "__cxa_end_catch",
                            "__cxa_free_exception",
                            "__cxa_get_exception_ptr",
                            "__cxa_guard_abort",
                            "__cxa_guard_acquire",
                            "__cxa_guard_release",
                            "__cxa_init_primary_exception",
                            "__cxa_pure_virtual",
                            "__cxa_rethrow",
                            "__cxa_thread_atexit",
                            "__cxa_throw",
                            "__cxa_throw_bad_array_length",
                            "__cxa_throw_bad_array_new_length",
                            "__cxa_vec_cctor",
                            "__cxa_vec_cleanup",
                            "__cxa_vec_ctor",
                            "__cxa_vec_delete",
                            "__cxa_vec_delete2",
                            "__cxa_vec_delete3",
                            "__cxa_vec_dtor",
                            "__cxa_vec_new",
                            "__cxa_vec_new2",
                            "__cxa_vec_new3"};
  return all.count(symbol) != 0 || is_runtime_variable(symbol) || is_compiler_arithmetic(symbol);
}

}  // namespace warpgrade
