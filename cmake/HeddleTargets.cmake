# One target per folder of src/, and per room of src/cli. A folder's headers are included as "folder/header.h", and only
# by targets that link it: each target publishes an include root that holds nothing but a link to its own folder, so an
# include against the arrows of docs/architecture.md does not compile.

add_library(heddle_warnings INTERFACE)
target_compile_options(heddle_warnings INTERFACE -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion
                                                 -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
add_library(heddle_options INTERFACE)
target_link_libraries(heddle_options INTERFACE heddle_warnings)
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE} -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
  target_link_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE})
endif()

add_library(heddle_abi INTERFACE)
target_include_directories(heddle_abi INTERFACE ${PROJECT_SOURCE_DIR}/include)

# For programs that only start others and read what those print: optimising them takes longer than they ever run.
add_library(heddle_driver_options INTERFACE)
target_link_libraries(heddle_driver_options INTERFACE heddle_options)
target_compile_options(heddle_driver_options INTERFACE -O0)

# heddle_precompiled(name LIBRARY|EXECUTABLE USES ... HEADERS ...): headers of others that take long, parsed once for all
# targets that say heddle_use_precompiled(target name) and are compiled with the same options. Not for what is linked
# into the runtime, where a header may bring no code of its own, and without CLI11, whose validators are objects that
# every source would construct. Sources include what they use all the same: scripts/check-tidy compiles without.
function(heddle_precompiled name kind)
  cmake_parse_arguments(ARG "" "" "USES;HEADERS" ${ARGN})
  set(target heddle_precompiled_${name})
  set(source ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// CMake wants a source.\n")
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${target} PRIVATE ${ARG_USES})
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
  if(kind STREQUAL EXECUTABLE)
    # As CMake compiles the sources of executables; the compiler insists on the same.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIE)
  endif()
endfunction()

function(heddle_use_precompiled target name)
  target_precompile_headers(${target} REUSE_FROM heddle_precompiled_${name})
endfunction()

find_package(fmt REQUIRED)
find_package(GTest REQUIRED)
find_package(nlohmann_json REQUIRED)
set(uses fmt::fmt nlohmann_json::nlohmann_json)
set(headers <fmt/format.h> <nlohmann/json.hpp>)
heddle_precompiled(library LIBRARY USES heddle_options ${uses} HEADERS ${headers})
heddle_precompiled(tool EXECUTABLE USES heddle_options ${uses} HEADERS ${headers})
heddle_precompiled(test EXECUTABLE USES heddle_options GTest::gtest HEADERS <gtest/gtest.h>)
heddle_precompiled(driver EXECUTABLE USES heddle_driver_options GTest::gtest ${uses} HEADERS <gtest/gtest.h> ${headers})

function(heddle_include_root target folder)
  set(root ${PROJECT_BINARY_DIR}/include-roots/${folder})
  cmake_path(GET folder PARENT_PATH above)
  file(MAKE_DIRECTORY ${root}/${above})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${folder} ${root}/${folder} SYMBOLIC)
  target_include_directories(${target} PUBLIC ${root})
endfunction()

# heddle_library(core SOURCES a.cpp b.cpp USES ...): static library heddle_core from src/core; of cli/base it is
# heddle_cli_base.
function(heddle_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  string(REPLACE / _ name ${folder})
  add_library(heddle_${name} STATIC ${ARG_SOURCES})
  heddle_include_root(heddle_${name} ${folder})
  target_link_libraries(heddle_${name} PRIVATE heddle_options PUBLIC ${ARG_USES})
  # These libraries are also linked into the runtime, inside somebody else's process.
  set_target_properties(heddle_${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# heddle_again(to from options): the library `from` once more, as `to`, compiled with other options: without sanitizers,
# for what is loaded into a process under test, or with more. What it uses has to be linked by whoever links it.
function(heddle_again to from options)
  get_target_property(sources ${from} SOURCES)
  get_target_property(folder ${from} SOURCE_DIR)
  list(TRANSFORM sources PREPEND ${folder}/)
  add_library(${to} STATIC EXCLUDE_FROM_ALL ${sources})
  target_include_directories(${to} PUBLIC $<TARGET_PROPERTY:${from},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(${to} PRIVATE ${options})
  set_target_properties(${to} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# heddle_test(core SOURCES ... USES ...): GoogleTest program core_test, every test case known to ctest. With HAS_SLOW,
# those whose names begin with Slow are among the slow tests. Where sources are compiled several at once
# (CMAKE_UNITY_BUILD), those of ALONE, some of SOURCES, are not: they have names that others have too. SLOW_IF_SANITIZED
# (with HAS_SLOW) names tests that are among the slow ones where a sanitizer makes them so.
function(heddle_test name)
  cmake_parse_arguments(ARG "HAS_SLOW" "" "SOURCES;ALONE;USES;SLOW_IF_SANITIZED" ${ARGN})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE heddle_options ${ARG_USES} GTest::gtest_main)
  heddle_use_precompiled(${name}_test test)
  set(slow *.Slow*)
  if(HEDDLE_SANITIZE)
    list(APPEND slow ${ARG_SLOW_IF_SANITIZED})
  endif()
  list(JOIN slow ":" slow)
  gtest_discover_tests(${name}_test TEST_PREFIX ${name}: DISCOVERY_TIMEOUT 60 TEST_FILTER -${slow})
  if(ARG_HAS_SLOW)
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}: TEST_LIST slow_${name}_tests DISCOVERY_TIMEOUT 60
      TEST_FILTER ${slow} PROPERTIES LABELS slow TIMEOUT 1200)
  endif()
endfunction()
