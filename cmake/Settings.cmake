# How everything is compiled, unless a target says otherwise.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
option(IN_UNITS "compile the small files of a module together" OFF)
set(SANITIZE "" CACHE STRING "what -fsanitize= is to look for")

# What computes much adds the first; what runs once, and is slow to optimise, the second.
set(optimized $<$<CONFIG:Release>:-O2>)
set(unoptimized $<$<CONFIG:Release>:-O0>)

# __FILE__ is what it is called in the tree, wherever that lies.
add_compile_options(-Wall -Wextra -Wshadow -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  add_compile_options(-fsigned-char)  # as there
endif()
# A compiler that we have not tried may warn of more: no reason to stop a student there. The sanitizers
# make g++ see overflows that are none.
if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 11 AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14 AND NOT SANITIZE)
  add_compile_options(-Werror)
endif()
# g++ collects garbage less often: a tenth less time for a sixth more memory.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(less_garbage_collection --param=ggc-min-heapsize=524288)
  add_compile_options(${less_garbage_collection})
endif()
if(SANITIZE)
  set(optimized -O1)
  add_compile_options(-fsanitize=${SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SANITIZE})
endif()

# Only our own headers are dependencies: a tree with its build can be copied to a machine that has
# another compiler, and nothing is compiled again there.
set(CMAKE_DEPFILE_FLAGS_CXX "-MMD -MT <DEP_TARGET> -MF <DEP_FILE>")

# Products lie where they always lay: build/warpgrade, build/bench/...
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)  # none but that of set_relative_rpath() in Libraries.cmake
set(CMAKE_SUPPRESS_DEVELOPER_WARNINGS ON CACHE INTERNAL "")
