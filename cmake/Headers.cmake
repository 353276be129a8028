# `make headers`: a header compiles alone when a file that includes nothing else does. Those that are
# CUDA's own name are found in the engine's folder.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} grader/*/*.h grader/*/*/*.h grader/*/*/*/*.h labs/*/*.h)
set(alone)
foreach(header IN LISTS headers)
  set(file ${PROJECT_BINARY_DIR}/headers/${header}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "#include \"${header}\"\n")
  list(APPEND alone ${file})
endforeach()
add_library(headers OBJECT EXCLUDE_FROM_ALL ${alone})
target_include_directories(headers PRIVATE . grader grader/simt grader/sandbox/init)
target_include_directories(headers SYSTEM PRIVATE grader/simt/include)
target_compile_options(headers PRIVATE ${not_optimised})
target_link_libraries(headers PRIVATE lib::json lib::valijson lib::cli11 lib::fast_float lib::fmt lib::seccomp lib::sqlite3
  lib::yaml lib::openblas lib::archive lib::catch2)
