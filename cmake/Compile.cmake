# Flags every target shares, as one interface library.
add_library(assay_flags INTERFACE)
target_include_directories(assay_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/gen)
target_compile_options(assay_flags INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -Wextra-semi -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(assay_flags INTERFACE -Wthread-safety)
endif()
if(ASSAY_WERROR)
  target_compile_options(assay_flags INTERFACE -Werror)
endif()

# Everything but the C library is linked in: each shared object costs the start of every
# command a fraction of a millisecond, and the binary runs on machines without our packages.
if(NOT ASSAY_SANITIZE)
  target_link_options(assay_flags INTERFACE -static-libstdc++ -static-libgcc)
endif()
if(ASSAY_SANITIZE)
  target_compile_options(assay_flags INTERFACE -fsanitize=${ASSAY_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(assay_flags INTERFACE -fsanitize=${ASSAY_SANITIZE})
endif()
if(ASSAY_FUZZ)
  target_compile_options(assay_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_program(MOLD mold)
if(MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_link_options(assay_flags INTERFACE -fuse-ld=mold)
endif()

find_library(BOOST_JSON_A libboost_json.a REQUIRED)
find_library(HS_RUNTIME_A libhs_runtime.a REQUIRED)
find_library(SODIUM_A libsodium.a REQUIRED)
find_library(RE2_A libre2.a REQUIRED)
find_library(SQLITE_A libsqlite3.a REQUIRED)
find_library(HS_SO NAMES hs REQUIRED)
find_path(HS_INCLUDE hs/hs.h REQUIRED)
find_package(Threads REQUIRED)
