# The target kit_programs: build/prebuilt/warpgrade, the program of a student's kit (tools/kit_programs.sh). It
# starts where the C library is not older than here: all other libraries are linked statically, and commands
# for classes are left out. Where OpenBLAS has no static library, nothing is made.
add_custom_target(kit_programs)
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$" OR SANITIZE OR NOT EXISTS ${PROJECT_SOURCE_DIR}/grader/cli_class)
  return()
endif()
find_library(static_openblas libopenblas.a HINTS ${deps_libraries} NO_CACHE)
if(NOT static_openblas)
  return()
endif()

add_library(kit_main OBJECT EXCLUDE_FROM_ALL grader/cli/main.cpp)
target_compile_options(kit_main PRIVATE ${unoptimized})
target_link_libraries(kit_main PRIVATE cli)
share_precompiled_header_with_program(kit_main unoptimized)
add_library(kit_libraries OBJECT EXCLUDE_FROM_ALL cmake/kit_libraries.cpp)
target_compile_options(kit_libraries PRIVATE -fkeep-inline-functions)
target_link_libraries(kit_libraries PRIVATE lib::fmt)

file(STRINGS ${PROJECT_SOURCE_DIR}/tools/kit.sh for_classes REGEX "^for_classes=")
string(REGEX MATCHALL "[a-z_]+" for_classes "${for_classes}")  # the name is no module

# As link_known_modules(): unoptimized objects come last.
get_property(in_kit GLOBAL PROPERTY modules)
list(REMOVE_ITEM in_kit ${for_classes})
list(APPEND in_kit labs)
foreach(module IN LISTS in_kit)
  if(TARGET ${module}_unoptimized)
    list(APPEND in_kit ${module}_unoptimized)
  endif()
endforeach()
list(TRANSFORM in_kit REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
add_executable(kit_warpgrade EXCLUDE_FROM_ALL $<TARGET_OBJECTS:kit_main> ${in_kit} $<TARGET_OBJECTS:kit_libraries>)
target_link_libraries(kit_warpgrade PRIVATE lib::seccomp ${static_openblas} Threads::Threads ${CMAKE_DL_LIBS})
target_link_options(kit_warpgrade PRIVATE -static-libstdc++ -static-libgcc -s)
set_target_properties(kit_warpgrade PROPERTIES OUTPUT_NAME warpgrade LINKER_LANGUAGE CXX
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/prebuilt)
add_dependencies(kit_programs kit_warpgrade)
