# The launcher of sandboxed commands (src/os/process/launch.h): a small static program, carried inside ours.
set(launcher_dir ${CMAKE_BINARY_DIR}/gen/os/process)
file(GLOB launcher_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/os/process/launcher/*.cc)
add_executable(assay_launcher ${launcher_sources} ${CMAKE_SOURCE_DIR}/src/os/sandbox/confine.cc
  ${CMAKE_SOURCE_DIR}/src/os/sandbox/system_calls.cc ${CMAKE_SOURCE_DIR}/src/os/process/watch.cc)
target_include_directories(assay_launcher PRIVATE ${CMAKE_SOURCE_DIR}/src)
# No C library, see src/os/process/launcher/bare.cc; nothing that would call into one. So there is nothing that could
# set up a guard value for its stack, and no checked copies; it has no library to bind and nothing to relocate, which is
# all that PIE and RELRO would guard. No memory of it is both writable and executable.
target_compile_options(assay_launcher PRIVATE -O2 -fno-exceptions -fno-rtti -fno-pie -fno-stack-protector -fno-builtin
  -fno-asynchronous-unwind-tables -fcf-protection=none -U_FORTIFY_SOURCE -Wall -Wextra -Wshadow)
target_link_options(assay_launcher PRIVATE -static -no-pie -nostdlib -s -Wl,--build-id=none -Wl,-z,noexecstack)
set_target_properties(assay_launcher PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${launcher_dir})

file(CONFIGURE OUTPUT ${launcher_dir}/launcher.gen.S CONTENT [[
    .section .rodata
    .global assay_launcher_begin
    .global assay_launcher_end
    .balign 16
assay_launcher_begin:
    .incbin "@launcher_dir@/assay_launcher"
assay_launcher_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]] @ONLY)
set_source_files_properties(${launcher_dir}/launcher.gen.S PROPERTIES OBJECT_DEPENDS ${launcher_dir}/assay_launcher)
target_sources(assay_os_process PRIVATE ${launcher_dir}/launcher.gen.S)
add_dependencies(assay_os_process assay_launcher)
