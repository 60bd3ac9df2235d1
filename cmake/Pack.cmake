# Folders of files, carried inside the program as one pack each (tools/pack_files).
add_executable(pack_files ${CMAKE_SOURCE_DIR}/tools/pack_files.cc)
target_compile_features(pack_files PRIVATE cxx_std_20)

# pack_into(LIBRARY NAME FOLDER FILE...): the files of FOLDER become assay_NAME_begin … assay_NAME_end in the library.
function(pack_into library name folder)
  set(pack ${CMAKE_BINARY_DIR}/gen/${name}.pack)
  set(source ${CMAKE_BINARY_DIR}/gen/${name}.gen.S)
  add_custom_command(
    OUTPUT ${pack}
    COMMAND pack_files ${folder} ${pack}
    DEPENDS pack_files ${ARGN}
    COMMENT "Packing the ${name}")
  file(CONFIGURE OUTPUT ${source} CONTENT [[
    .section .rodata
    .global assay_@name@_begin
    .global assay_@name@_end
    .balign 16
assay_@name@_begin:
    .incbin "@pack@"
assay_@name@_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]] @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${pack})
  target_sources(${library} PRIVATE ${source})
endfunction()
