# What comes from outside: from .deps/, where tools/deps.sh put it, else from the system. Each becomes a
# target lib::NAME.
find_package(Threads REQUIRED)

set(deps_folder ${PROJECT_SOURCE_DIR}/.deps/usr)
if(CMAKE_CROSSCOMPILING)
  set(deps_folder ${PROJECT_BINARY_DIR}/deps/usr)
endif()
set(triplet ${CMAKE_CXX_LIBRARY_ARCHITECTURE})
set(deps_headers ${deps_folder}/include ${deps_folder}/include/${triplet} ${deps_folder}/include/${triplet}/openblas-pthread)
set(deps_libraries ${deps_folder}/lib/${triplet}/openblas-pthread ${deps_folder}/lib/${triplet} ${deps_folder}/lib)

# library(NAME HEADER [FILE]...): FILE: libx.a, libx.so, or -l:libx.so.1 for what has no development package.
function(library name header)
  find_path(${name}_header ${header} HINTS ${deps_headers} NO_CACHE)
  if(NOT ${name}_header)
    message(FATAL_ERROR "${header} is not there. Run: make deps")
  endif()
  add_library(lib_${name} INTERFACE)
  add_library(lib::${name} ALIAS lib_${name})
  if(NOT ${name}_header MATCHES "^/usr/include$")
    target_include_directories(lib_${name} SYSTEM INTERFACE ${${name}_header})
  endif()
  foreach(file IN LISTS ARGN)
    if(NOT file MATCHES ^-l)
      string(MAKE_C_IDENTIFIER ${name}_${file} found)
      find_library(${found} ${file} HINTS ${deps_libraries} NO_CACHE)
      if(NOT ${found})
        message(FATAL_ERROR "${file} is not there. Run: make deps")
      endif()
      set(file ${${found}})
    endif()
    target_link_libraries(lib_${name} INTERFACE ${file})
  endforeach()
endfunction()

library(json nlohmann/json.hpp)
library(valijson valijson/validator.hpp)
library(cli11 CLI/CLI.hpp)
library(fmt fmt/format.h libfmt.so)
library(seccomp seccomp.h libseccomp.a)
library(openblas cblas.h libopenblas.so)

# What the commands for classes want, which a student's kit has not.
if(EXISTS ${PROJECT_SOURCE_DIR}/grader/cli_class)
  library(sqlite3 sqlite3.h libsqlite3.a)
  library(yaml yaml-cpp/yaml.h libyaml-cpp.a)
  library(utf8proc utf8proc.h libutf8proc.a)
  # With what its readers call: dpkg and apt need these, so they are on every Debian and
  # Ubuntu. The shared libarchive would want libxml2 and ICU as well.
  library(archive archive.h libarchive.a -l:libz.so.1 -l:liblzma.so.5 -l:libbz2.so.1.0 -l:libzstd.so.1 -l:libnettle.so.8)
  target_link_options(lib_archive INTERFACE -L${deps_folder}/lib/${triplet})
endif()

# Only tests want it. Catch2 2 has one library, Catch2 3 two.
if(EXISTS ${PROJECT_SOURCE_DIR}/tests/unit)
  find_library(catch2_main libCatch2Main.a HINTS ${deps_libraries} NO_CACHE)
  if(catch2_main)
    library(catch2 catch2/catch_all.hpp libCatch2Main.a libCatch2.a)
  else()
    library(catch2 catch2/catch.hpp libCatch2WithMain.a)
  endif()
  get_target_property(catch2_by_hand lib_catch2 INTERFACE_LINK_LIBRARIES)  # for what simtcc compiles
  if(NOT catch2_header MATCHES "^/usr/include$")
    list(PREPEND catch2_by_hand -isystem ${catch2_header})
  endif()
endif()

# Lets a program find .deps/ by a relative path, so that the tree can be copied to another machine and
# used there. An RPATH (--disable-new-dtags) holds for the libraries' own libraries too.
function(set_relative_rpath target)
  get_target_property(folder ${target} RUNTIME_OUTPUT_DIRECTORY)
  file(RELATIVE_PATH up ${folder} ${PROJECT_SOURCE_DIR})
  target_link_options(${target} PRIVATE -Wl,-rpath-link,${deps_folder}/lib/${triplet} -Wl,--disable-new-dtags)
  # Not by -Wl,-rpath: of a $ there, CMake's generator for Ninja makes two, and the shell takes the name away.
  set(folders $ORIGIN/${up}.deps/usr/lib)
  set_target_properties(${target} PROPERTIES INSTALL_RPATH
    "${folders}/${triplet}/openblas-pthread;${folders}/${triplet};${folders}")
endfunction()

# CUDA's own headers, where there is a toolkit: tools/configure.sh finds it as the program does.
set(CUDA_HOME "" CACHE PATH "the CUDA toolkit, or empty")
if(CUDA_HOME AND EXISTS ${CUDA_HOME}/include/cuda_runtime.h)
  set(cuda_headers ${CUDA_HOME}/include)
endif()
