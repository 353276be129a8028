# The words that the folders' CMakeLists.txt are written in.

set_property(GLOBAL PROPERTY rooms "")
add_custom_target(rooms)  # is every room complete without what it may not use?

# room(NAME USES ROOM... [HEADERS PATTERN...] [LIBRARIES NAME...] [OPTIONS OPTION...] [OF FILE...]
#      [WITHOUT FILE...] [FAST FILE...] [READ_ONCE FILE...] [APART FILE...])
#
# A folder of grader/ as a library: what it calls is in USES, or it does not link (`make check` links each
# room alone). It may include the headers of the rooms that it uses, and HEADERS; of a room that HEADERS
# names a part of, that part alone (grader/tests/dependencies.sh reads both here). LIBRARIES come from
# outside. OF and WITHOUT make two libraries of one folder.
#
# Most of a build from scratch is reading the same headers again, so the small files of a room are
# compiled in units of a few. By themselves stay files that compute much (FAST), those whose templates
# take long to optimise and run once (READ_ONCE), and those whose local names clash (APART).
function(room name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "" "USES;HEADERS;LIBRARIES;OPTIONS;OF;WITHOUT;FAST;READ_ONCE;APART")
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  list(REMOVE_ITEM sources main.cpp ${its_WITHOUT} ${its_READ_ONCE})
  if(its_OF)
    set(sources ${its_OF})
  endif()
  # Reading JSON's header takes longest: who does it is in one unit with others who do.
  foreach(file IN LISTS sources)
    file(STRINGS ${file} json REGEX "include.*json" LIMIT_COUNT 1)
    if(json)
      list(REMOVE_ITEM sources ${file})
      list(PREPEND sources ${file})
    endif()
  endforeach()
  set(libraries ${its_LIBRARIES})
  list(TRANSFORM libraries PREPEND lib::)
  set(parts ${name})

  add_library(${name} OBJECT ${sources})
  room_settings(${name})
  target_compile_options(${name} PRIVATE ${its_OPTIONS})
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${IN_UNITS} UNITY_BUILD_BATCH_SIZE 16)
  set_source_files_properties(${its_FAST} PROPERTIES COMPILE_OPTIONS "${for_speed}")
  set_source_files_properties(${its_FAST} ${its_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(its_READ_ONCE)
    add_library(${name}_read_once OBJECT ${its_READ_ONCE})
    room_settings(${name}_read_once)
    target_compile_options(${name}_read_once PRIVATE ${not_optimised})
    list(APPEND parts ${name}_read_once)
  endif()
  foreach(part IN LISTS parts)
    target_link_libraries(${part} PUBLIC ${libraries} lib::fmt)
  endforeach()
  set_property(GLOBAL APPEND PROPERTY rooms ${name})
  room_alone(${name} PARTS ${parts} USES ${its_USES})
endfunction()

function(room_settings target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/grader ${PROJECT_SOURCE_DIR})
  # room_alone() makes shared libraries of the objects, too.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
endfunction()

# room_alone(NAME PARTS TARGET... USES ROOM...): links it with what it may use and nothing else. The rooms
# that it uses are shared libraries here, of which the linker does not ask what they use themselves.
function(room_alone name)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "" "PARTS;USES")
  list(TRANSFORM its_USES APPEND _shared)
  set(objects)
  foreach(part IN LISTS its_PARTS)
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endforeach()
  add_library(${name}_shared SHARED EXCLUDE_FROM_ALL ${objects})
  set_target_properties(${name}_shared PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/rooms)
  add_executable(${name}_alone EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/alone.cpp)
  target_link_libraries(${name}_alone PRIVATE ${its_PARTS} ${its_USES} Threads::Threads ${CMAKE_DL_LIBS})
  target_link_options(${name}_alone PRIVATE -Wl,--allow-shlib-undefined)
  set_target_properties(${name}_alone PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/rooms)
  add_dependencies(rooms ${name}_alone)
endfunction()

# Gives a program all rooms and labs. Of a template's function that several objects hold the linker takes
# the first: those that were compiled without optimisation come last.
function(use_all_rooms target)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL link_all_rooms ${target})")
endfunction()

# At the end, when all are known.
function(link_all_rooms target)
  get_property(rooms GLOBAL PROPERTY rooms)
  list(REMOVE_ITEM rooms cli)
  target_link_libraries(${target} PRIVATE cli ${rooms} labs)
  foreach(room IN ITEMS cli ${rooms})
    if(TARGET ${room}_read_once)
      target_link_libraries(${target} PRIVATE ${room}_read_once)
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  own_rpath(${target})
endfunction()

# made(TARGET OUTPUT DEPENDS ... COMMAND ...): a file in the build folder that a command of ours makes as
# part of `make build`, and a target for it. Commands run in the build folder, and nowhere else
# (tools/configure.sh says why).
function(made target output)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/${output} ${ARGN} WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${PROJECT_BINARY_DIR}/${output})
endfunction()

# object(OUTPUT SOURCE [OPTION]...): one object, where the program and tools look for it.
function(object output source)
  string(MAKE_C_IDENTIFIER object_${output} target)
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/grader)
  target_compile_options(${target} PRIVATE -fno-pie ${ARGN})
  made(${target}_placed ${output} DEPENDS ${target} $<TARGET_OBJECTS:${target}>
    COMMAND cp $<TARGET_OBJECTS:${target}> ${PROJECT_BINARY_DIR}/${output})
endfunction()
