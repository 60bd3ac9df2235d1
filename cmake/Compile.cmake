# Flags every target shares, as one interface library.
add_library(assay_flags INTERFACE)
target_include_directories(assay_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/gen)
target_compile_options(assay_flags INTERFACE
  -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -Wextra-semi -fno-omit-frame-pointer)
# Where the clone lies is in no object file: two builds are the same bytes, and ccache serves every clone of a machine
# that sets its base_dir and hash_dir=false.
target_compile_options(assay_flags INTERFACE -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(assay_flags INTERFACE -Wthread-safety)
endif()
if(ASSAY_WERROR)
  target_compile_options(assay_flags INTERFACE -Werror)
endif()

# Everything but the C library is linked in: each shared object costs the start of every
# command a fraction of a millisecond, and the binary runs on machines without our packages.
# A program with the property ASSAY_PORTABLE has the C library linked in as well (static-pie).
set(portable $<BOOL:$<TARGET_PROPERTY:ASSAY_PORTABLE>>)
if(NOT ASSAY_SANITIZE)
  target_link_options(assay_flags INTERFACE "$<IF:${portable},-static-pie,-static-libstdc++;-static-libgcc>")
endif()
if(ASSAY_SANITIZE)
  target_compile_options(assay_flags INTERFACE -fsanitize=${ASSAY_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(assay_flags INTERFACE -fsanitize=${ASSAY_SANITIZE})
endif()
if(ASSAY_FUZZ)
  target_compile_options(assay_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# What makes a mistake in memory harder to use: a program at a place of its own (PIE) whose tables are read-only
# once it runs (full RELRO), checked copies, guarded stacks, landing marks for indirect jumps. test/hardening
# reads the built program. Sanitizers bring their own checks. The launcher has its own flags, see Launcher.cmake.
option(ASSAY_HARDEN "Harden the program (not with sanitizers)" ON)
if(ASSAY_HARDEN AND NOT ASSAY_SANITIZE)
  target_compile_options(assay_flags INTERFACE -fPIE -fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    target_compile_options(assay_flags INTERFACE -fcf-protection=full)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    target_compile_options(assay_flags INTERFACE -mbranch-protection=standard)
  endif()
  if(NOT CMAKE_CXX_FLAGS MATCHES "-O0")  # checked copies need the optimiser
    target_compile_options(assay_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  endif()
  target_link_options(assay_flags INTERFACE $<$<NOT:${portable}>:-pie> -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
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
find_library(ZLIB_A libz.a REQUIRED)
find_library(HS_SO NAMES hs REQUIRED)
find_path(HS_INCLUDE hs/hs.h REQUIRED)
find_path(CURL_INCLUDE curl/curl.h REQUIRED)
find_path(PQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql REQUIRED)
find_package(Threads REQUIRED)
