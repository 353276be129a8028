# The CPU engine (grader/simt) as others see it: where its parts lie, and programs that are built with it.
set(simt ${PROJECT_BINARY_DIR}/simt)
set(simtcc ${PROJECT_SOURCE_DIR}/grader/simt/simtcc)
set(simt_name_sections ${PROJECT_SOURCE_DIR}/grader/simt/name_sections.sh)
set(simt_libraries ${simt}/libsimt.a ${simt}/libsimt_check.a)
file(GLOB_RECURSE engine_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/grader/simt/include/*.h ${PROJECT_SOURCE_DIR}/grader/simt/include/*.inc)
set(engine_complete engine_library check_library precompiled_fast precompiled_check simt_rewrite ${simtcc}
  ${simt_libraries} ${simt}/precompiled-fast/simt/prelude.h.gch ${simt}/precompiled-check/simt/prelude.h.gch)
file(MAKE_DIRECTORY ${simt} ${simt}/tests)

# add_cuda_program(TARGET OUTPUT SOURCE [DEPENDS FILE...] [OPTIONS OPTION...]): built for the CPU, only when asked for.
function(add_cuda_program target output source)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "DEPENDS;OPTIONS")
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${output}
    DEPENDS ${source} ${engine_headers} ${engine_complete} ${arg_DEPENDS}
    COMMAND rm -f ${output}
    COMMAND ${simtcc} -o ${output} ${source} ${arg_OPTIONS}
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(${target} DEPENDS ${PROJECT_BINARY_DIR}/${output})
endfunction()
