#include "simt/rewriter/c_library.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace simt::rewrite {

namespace {

using Names = std::unordered_set<std::string_view>;

/// Each of these exists for double, and with the suffixes f and l.
const Names& arithmetic() {
  static const Names all = {
      // math.h
      "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
      "cosh", "drem", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor",
      "fma", "fmax", "fmin", "fmod", "gamma", "hypot", "ilogb", "j0", "j1", "jn", "ldexp", "lgamma",
      "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "nearbyint",
      "nextafter", "nexttoward", "pow", "pow10", "remainder", "rint", "round", "roundeven", "scalb",
      "scalbln", "scalbn", "significand", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc",
      "y0", "y1", "yn",
      // classification and parts, as math.h's macros expand
      "__finite", "__fpclassify", "__isinf", "__isnan", "__issignaling", "__signbit", "finite",
      "isinf", "isnan",
      // complex.h
      "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh",
      "cexp", "cimag", "clog", "clog10", "conj", "cpow", "cproj", "creal", "csin", "csinh", "csqrt",
      "ctan", "ctanh"};
  return all;
}

/// The same, of those that load or store by a pointer.
constexpr std::string_view arithmetic_by_pointer[] = {"frexp", "modf", "nan", "remquo", "sincos"};
/// Quotient and remainder of 128 bits: g++ calls them for `/` and `%`.
constexpr std::string_view of_compiler_by_pointer[] = {"__divmodti4", "__udivmodti4"};
/// Memory and string functions.
constexpr std::string_view on_device_by_pointer[] = {"memchr",  "memcmp", "memcpy", "memmove",
                                                     "memset",  "strcmp", "strcpy", "strlen",
                                                     "strncmp", "strncpy"};

/// The engine itself sees what these load and store.
const Names& on_device() {
  static const Names all = {"abort",  "abs",    "clock",   "free", "labs",   "llabs",
                            "malloc", "printf", "putchar", "puts", "vprintf"};
  return all;
}

const std::unordered_set<std::string>& hooked() {
  static const auto all = [] {
    std::unordered_set<std::string> names;
    for (const std::string_view name : on_device_by_pointer) names.emplace(name);
    for (const std::string_view name : of_compiler_by_pointer) names.emplace(name);
    for (const std::string_view name : arithmetic_by_pointer)
      for (const char* const type : {"", "f", "l"}) names.insert(std::string(name) + type);
    return names;
  }();
  return all;
}

const Names& on_host() {
  static const Names all = {
      // memory and strings
      "bcmp", "bcopy", "bzero", "explicit_bzero", "memccpy", "memmem", "mempcpy", "__mempcpy",
      "memrchr", "rawmemchr", "index", "rindex", "stpcpy", "stpncpy", "strcasecmp", "strcasestr",
      "strcat", "strchr", "strchrnul", "strcoll", "strcspn", "strdup", "strerror", "strerror_r",
      "__xpg_strerror_r", "strlcat", "strlcpy", "strncasecmp", "strncat", "strndup", "strnlen",
      "strpbrk", "strrchr", "strsep", "strspn", "strstr", "strtok", "strtok_r", "__strtok_r",
      "strxfrm", "swab", "wcscmp", "wcscpy", "wcslen", "wcsncpy", "wmemchr", "wmemcmp", "wmemcpy",
      "wmemmove", "wmempcpy", "wmemset",
      // characters
      "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "isalnum", "isalpha",
      "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct",
      "isspace", "isupper", "isxdigit", "tolower", "toupper",
      // allocation
      "aligned_alloc", "calloc", "cfree", "malloc_usable_size", "memalign", "posix_memalign",
      "realloc", "reallocarray", "valloc",
      // numbers, random ones too
      "atof", "atoi", "atol", "atoll", "div", "ldiv", "lldiv", "strtod", "strtof", "strtol",
      "strtold", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "drand48", "erand48",
      "jrand48", "lcong48", "lrand48", "mrand48", "nrand48", "rand", "rand_r", "random", "random_r",
      "seed48", "srand", "srand48", "srandom", "initstate", "setstate", "getrandom", "arc4random",
      "arc4random_uniform", "lgamma_r", "lgammaf_r", "lgammal_r",
      // sorting
      "bsearch", "lfind", "lsearch", "qsort", "qsort_r",
      // printing
      "asprintf", "fflush", "fprintf", "fputc", "fputs", "fwrite", "fputc_unlocked",
      "fputs_unlocked", "fwrite_unlocked", "perror", "putc", "putc_unlocked", "putchar_unlocked",
      "_IO_putc", "snprintf", "sprintf", "sscanf", "vasprintf", "vfprintf", "vsnprintf", "vsprintf",
      "vsscanf",
      // the program's end, its environment
      "atexit", "exit", "_Exit", "quick_exit", "at_quick_exit", "getenv", "secure_getenv",
      "__errno_location", "setlocale", "localeconv", "__assert", "__assert_perror_fail",
      // time
      "asctime", "asctime_r", "clock_getres", "clock_gettime", "clock_nanosleep", "ctime",
      "ctime_r", "difftime", "ftime", "getrusage", "gettimeofday", "gmtime", "gmtime_r",
      "localtime", "localtime_r", "mktime", "nanosleep", "sleep", "strftime", "time", "timegm",
      "times", "timespec_get", "usleep",
      // rounding
      "feclearexcept", "fedisableexcept", "feenableexcept", "fegetenv", "fegetexcept", "fegetround",
      "feholdexcept", "feraiseexcept", "fesetenv", "fesetround", "fetestexcept", "feupdateenv",
      // threads
      "pthread_attr_destroy", "pthread_attr_init", "pthread_attr_setdetachstate",
      "pthread_attr_setstacksize", "pthread_barrier_destroy", "pthread_barrier_init",
      "pthread_barrier_wait", "pthread_cond_broadcast", "pthread_cond_clockwait",
      "pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal", "pthread_cond_timedwait",
      "pthread_cond_wait", "pthread_create", "pthread_detach", "pthread_equal", "pthread_exit",
      "pthread_getspecific", "pthread_join", "pthread_key_create", "__pthread_key_create",
      "pthread_key_delete", "pthread_mutex_clocklock", "pthread_mutex_destroy",
      "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_timedlock",
      "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_mutexattr_destroy",
      "pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_once",
      "pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock", "pthread_rwlock_destroy",
      "pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_timedrdlock",
      "pthread_rwlock_timedwrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
      "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "pthread_self", "pthread_setspecific",
      "pthread_spin_destroy", "pthread_spin_init", "pthread_spin_lock", "pthread_spin_trylock",
      "pthread_spin_unlock", "pthread_yield", "sched_getcpu", "sched_yield", "sem_destroy",
      "sem_init", "sem_post", "sem_timedwait", "sem_trywait", "sem_wait", "get_nprocs",
      "get_nprocs_conf", "getpagesize", "sysconf"};
  return all;
}

bool is_arithmetic(std::string_view name) {
  if (arithmetic().count(name) != 0) return true;
  const bool typed = !name.empty() && (name.back() == 'f' || name.back() == 'l');
  return typed && arithmetic().count(name.substr(0, name.size() - 1)) != 0;
}

/// The name used in the source.
std::string_view as_written(std::string_view name) {
  for (const std::string_view standard : {"__isoc99_", "__isoc23_"})
    if (name.substr(0, standard.size()) == standard) return name.substr(standard.size());
  constexpr std::string_view checked = "_chk";
  if (name.size() > 6 && name.substr(0, 2) == "__" &&
      name.substr(name.size() - checked.size()) == checked)
    return name.substr(2, name.size() - 2 - checked.size());
  // glibc gives math.h's functions internal names if errno is not needed.
  constexpr std::string_view finite = "_finite";
  if (name.size() > 9 && name.substr(0, 2) == "__" &&
      name.substr(name.size() - finite.size()) == finite)
    return name.substr(2, name.size() - 2 - finite.size());
  return name;
}

}  // namespace

CFunction c_function(std::string_view name) {
  name = as_written(name);
  if (is_arithmetic(name) || on_device().count(name) != 0 || hooked().count(std::string(name)) != 0)
    return CFunction::device;
  return on_host().count(name) != 0 ? CFunction::host : CFunction::unlisted;
}

std::vector<std::string> hooked_functions() {
  std::vector<std::string> all(hooked().begin(), hooked().end());
  std::sort(all.begin(), all.end());
  return all;
}

bool is_c_variable(std::string_view name) {
  return name == "stdout" || name == "stderr" || name == "signgam";
}

}  // namespace simt::rewrite
