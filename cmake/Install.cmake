# `cmake --install build --prefix P`: what grading needs, in P/lib/warpgrade as it lies in this tree, and
# P/bin/warpgrade. It grades from any folder; the compiler is the system's.
set(home lib/warpgrade)
install(DIRECTORY labs skeletons data DESTINATION ${home})
install(FILES LICENSE DESTINATION ${home})
foreach(folder IN ITEMS solutions baselines .deps)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder})
    install(DIRECTORY ${folder} DESTINATION ${home} USE_SOURCE_PERMISSIONS PATTERN .deps/build EXCLUDE)
  endif()
endforeach()
install(DIRECTORY grader DESTINATION ${home} USE_SOURCE_PERMISSIONS
  REGEX "CMakeLists.txt$" EXCLUDE)
install(PROGRAMS ${PROJECT_BINARY_DIR}/warpgrade ${PROJECT_BINARY_DIR}/sandbox_init ${PROJECT_BINARY_DIR}/connect DESTINATION ${home}/build)
install(DIRECTORY ${PROJECT_BINARY_DIR}/runner DESTINATION ${home}/build FILES_MATCHING PATTERN *.o)
install(DIRECTORY ${PROJECT_BINARY_DIR}/simt DESTINATION ${home}/build USE_SOURCE_PERMISSIONS PATTERN tests EXCLUDE)
install(CODE "
  file(MAKE_DIRECTORY \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin)
  file(CREATE_LINK ../lib/warpgrade/build/warpgrade \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/warpgrade SYMBOLIC)")
