# One target per folder of src/. A folder's headers are included as "folder/header.h", and only by targets that link it:
# each target publishes an include root that holds nothing but a link to its own folder, so an include against the
# arrows of docs/architecture.md does not compile.

add_library(heddle_options INTERFACE)
target_compile_options(heddle_options INTERFACE -Wall -Wextra -Werror -Wshadow -Wconversion -Wno-sign-conversion
                                                -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE} -fno-sanitize-recover=all
                                                  -fno-omit-frame-pointer)
  target_link_options(heddle_options INTERFACE -fsanitize=${HEDDLE_SANITIZE})
endif()

add_library(heddle_abi INTERFACE)
target_include_directories(heddle_abi INTERFACE ${PROJECT_SOURCE_DIR}/include)

function(heddle_include_root target folder)
  set(root ${PROJECT_BINARY_DIR}/include-roots/${folder})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${folder} ${root}/${folder} SYMBOLIC)
  target_include_directories(${target} PUBLIC ${root})
endfunction()

# heddle_library(core SOURCES a.cpp b.cpp USES ...): static library heddle_core from src/core.
function(heddle_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(heddle_${folder} STATIC ${ARG_SOURCES})
  heddle_include_root(heddle_${folder} ${folder})
  target_link_libraries(heddle_${folder} PRIVATE heddle_options PUBLIC ${ARG_USES})
  # These libraries are also linked into the runtime, inside somebody else's process.
  set_target_properties(heddle_${folder} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# heddle_test(core SOURCES ... USES ...): GoogleTest program core_test, every test case known to ctest.
function(heddle_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE heddle_options ${ARG_USES} GTest::gtest_main)
  gtest_discover_tests(${name}_test TEST_PREFIX ${name}: DISCOVERY_TIMEOUT 60)
endfunction()
