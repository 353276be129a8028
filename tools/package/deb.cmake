# `make deb`: the settings of CPack for what tools/package.sh put into the folder `stage`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME warpgrade)
set(CPACK_PACKAGE_VENDOR Warpgrade)
set(CPACK_PACKAGE_CONTACT "Warpgrade <root@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "lab framework and autograder for courses in GPU programming")
set(CPACK_PACKAGE_VERSION $ENV{version})
set(CPACK_PACKAGE_FILE_NAME warpgrade)  # DEB-DEFAULT below replaces it
set(CPACK_INSTALLED_DIRECTORIES "$ENV{stage};/")
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_PACKAGE_DIRECTORY $ENV{out})
set(CPACK_PACKAGE_DESCRIPTION
  "Students write CUDA kernels; the grader says which are right, which are not, and why, on a GPU or without.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The grader compiles submissions, isolates them, and reads object files.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++, binutils, bubblewrap, adduser")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "git, logrotate")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA $ENV{tools}/postinst $ENV{tools}/conffiles)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
