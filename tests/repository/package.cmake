# Makes the Debian package of the program from the build at hand, looks at what it says of itself, unpacks it and tries it.
cmake_minimum_required(VERSION 3.25)
set(work "${BUILD_DIR}/package_test")
file(REMOVE_RECURSE "${work}")
set(ENV{SOURCE_DATE_EPOCH} 1700000000)

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

function(expect what pattern)
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: expected /${pattern}/, got:\n${output}")
  endif()
endfunction()

# The libraries have a test of their own, and compressing them takes longer than everything else here.
# With a umask that would lock everybody out.
run(sh -c "umask 077 && exec \"$@\"" sh "${CPACK}" --config "${BUILD_DIR}/CPackConfig.cmake" -D CPACK_COMPONENTS_ALL=program -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip
    -B "${work}")
file(GLOB packages "${work}/*.deb")
list(LENGTH packages count)
if(NOT count EQUAL 1 OR NOT packages MATCHES "/tessera_${VERSION}_[a-z0-9]+\\.deb$")
  message(FATAL_ERROR "Expected one package tessera_${VERSION}_….deb, not: ${packages}")
endif()

run(dpkg-deb --field "${packages}")
expect("the name" "(^|\n)Package: tessera\n")
expect("the version" "\nVersion: ${VERSION}\n")
foreach(library libc6 "libstdc\\+\\+6" libfmt libsqlite3-0 libcpp-httplib)
  expect("what it depends on" "\nDepends: [^\n]*${library}[0-9.]* [(]>=")
endforeach()
expect("what it suggests" "\nSuggests: python3 [(]>= 3[.]11[)]\n")
expect("the description" "\nDescription: solver and laboratory for sliding-tile puzzles\n Solves")

# Times, owners and permissions are the package's own, not those of whoever made it.
run("${CMAKE_COMMAND}" -E env TZ=UTC dpkg-deb --contents "${packages}")
string(REGEX REPLACE "\n$" "" lines "${output}")
string(REPLACE "\n" ";" lines "${lines}")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root/root +[0-9]+ 2023-11-14 22:13 \\./usr/")
    message(FATAL_ERROR "Unexpected in the package: ${line}")
  endif()
endforeach()

run(dpkg-deb --extract "${packages}" "${work}/root")
# The whole ./test builds the page before, and says so; another build may go without.
set(page "")
if(DEFINED ENV{TESSERA_PAGE})
  set(page --page)
endif()
run("${SOURCE_DIR}/tests/package/smoke" ${page} "${work}/root")
message("${output}")
file(REMOVE_RECURSE "${work}")
