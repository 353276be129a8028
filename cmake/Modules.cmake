# The functions that CMakeLists.txt files call.

set_property(GLOBAL PROPERTY modules "")
add_custom_target(modules)  # links each module with those that it may use, and no other
find_program(gold ld.gold NO_CACHE)  # takes less than half the time for these links

set(precompiled_header ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)

# add_module(NAME [FOLDERS FOLDER...] [USES MODULE...] [HEADERS PATTERN...] [LIBRARIES NAME...]
#            [OPTIONS OPTION...] [OPTIMIZED FILE...] [UNOPTIMIZED FILE...] [SEPARATE FILE...])
#
# All .cpp files of this folder of grader/, and of its FOLDERS, as a library. It may call the modules in USES and include their
# headers, and include the single HEADERS; `make modules` and tests/scripts/dependencies.sh check that.
# LIBRARIES come from outside (cmake/Libraries.cmake).
#
# Files are compiled in units of several. By themselves stay files that compute much (OPTIMIZED), files
# whose templates take long to optimize and run once (UNOPTIMIZED), and files whose local names clash with
# others (SEPARATE).
function(add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOLDERS;USES;HEADERS;LIBRARIES;OPTIONS;OPTIMIZED;UNOPTIMIZED;SEPARATE")
  list(TRANSFORM arg_FOLDERS APPEND /*.cpp OUTPUT_VARIABLE patterns)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp ${patterns})
  list(REMOVE_ITEM sources main.cpp ${arg_UNOPTIMIZED})
  list(TRANSFORM arg_LIBRARIES PREPEND lib::)
  set(parts ${name})

  add_library(${name} OBJECT ${sources})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${IN_UNITS} UNITY_BUILD_BATCH_SIZE 8)
  set_source_files_properties(${arg_OPTIMIZED} PROPERTIES COMPILE_OPTIONS "${optimized}" SKIP_PRECOMPILE_HEADERS ON)
  set_source_files_properties(${arg_OPTIMIZED} ${arg_SEPARATE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(arg_UNOPTIMIZED)
    add_library(${name}_unoptimized OBJECT ${arg_UNOPTIMIZED})
    target_compile_options(${name}_unoptimized PRIVATE ${unoptimized})
    share_precompiled_header(${name}_unoptimized unoptimized)
    list(APPEND parts ${name}_unoptimized)
  endif()
  foreach(part IN LISTS parts)
    set_module_options(${part})
    target_link_libraries(${part} PUBLIC ${arg_LIBRARIES} lib::fmt)
  endforeach()
  if(NOT arg_OPTIONS)
    share_precompiled_header(${name} common)
  endif()
  set_property(GLOBAL APPEND PROPERTY modules ${name})
  add_module_check(${name} PARTS ${parts} USES ${arg_USES})
endfunction()

# The first target that asks for a precompiled header compiles it, the others share it.
function(share_precompiled_header target name)
  get_property(first GLOBAL PROPERTY precompiled_${name})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_link_libraries(${target} PRIVATE lib::json)
    target_precompile_headers(${target} PRIVATE ${precompiled_header})
    set_property(GLOBAL PROPERTY precompiled_${name} ${target})
  endif()
endfunction()

# The same for a program's own files, which CMake would compile with -fPIE: the header is not.
function(share_precompiled_header_with_program target name)
  set_module_options(${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  share_precompiled_header(${target} ${name})
endfunction()

function(set_module_options target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/grader ${PROJECT_SOURCE_DIR})
  # add_module_check() makes shared libraries of the objects, too.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
endfunction()

# add_module_check(NAME PARTS TARGET... USES MODULE...): a program of that module, linked with the modules
# that it may use and nothing else. Those are shared libraries here, since the linker does not ask what a
# shared library uses itself.
function(add_module_check name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PARTS;USES")
  list(TRANSFORM arg_USES APPEND _shared)
  set(objects)
  foreach(part IN LISTS arg_PARTS)
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endforeach()
  add_library(${name}_shared SHARED EXCLUDE_FROM_ALL ${objects})
  set_target_properties(${name}_shared PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules)
  add_executable(${name}_alone EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/empty_main.cpp)
  target_link_libraries(${name}_alone PRIVATE ${arg_PARTS} ${arg_USES} Threads::Threads ${CMAKE_DL_LIBS})
  target_link_options(${name}_alone PRIVATE -Wl,--allow-shlib-undefined)
  set_target_properties(${name}_alone PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules)
  if(gold)
    target_link_options(${name}_shared PRIVATE -fuse-ld=gold)
    target_link_options(${name}_alone PRIVATE -fuse-ld=gold)
  endif()
  add_dependencies(modules ${name}_alone)
endfunction()

# Links a program with all modules and labs, at the end of the configuration, when all are known.
function(link_all_modules target)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL link_known_modules ${target})")
endfunction()

# If several objects hold one template's function, the linker takes the first: unoptimized ones come last.
function(link_known_modules target)
  get_property(modules GLOBAL PROPERTY modules)
  list(REMOVE_ITEM modules cli)
  target_link_libraries(${target} PRIVATE cli ${modules} labs)
  foreach(module IN ITEMS cli ${modules})
    if(TARGET ${module}_unoptimized)
      target_link_libraries(${target} PRIVATE ${module}_unoptimized)
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  set_relative_rpath(${target})
endfunction()

# add_generated_file(TARGET OUTPUT DEPENDS ... COMMAND ...): a file in the build folder that `make build`
# makes, and a target for it. Commands run in the build folder (tools/configure.sh says why).
function(add_generated_file target output)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${output} ${ARGN} WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${PROJECT_BINARY_DIR}/${output})
endfunction()

# add_object(OUTPUT SOURCE [OPTION]...): one object, where the program and tools look for it.
function(add_object output source)
  string(MAKE_C_IDENTIFIER object_${output} target)
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/grader)
  target_compile_options(${target} PRIVATE -fno-pie ${ARGN})
  add_generated_file(${target}_placed ${output} DEPENDS ${target} $<TARGET_OBJECTS:${target}>
    COMMAND cp $<TARGET_OBJECTS:${target}> ${PROJECT_BINARY_DIR}/${output})
endfunction()
