# A room's needles.txt becomes, at build time, a scanner database for the generic platform
# (embedded as bytes) and a header with one enumerator per needle class. See src/base/needles.h.
add_executable(compile_needles ${CMAKE_SOURCE_DIR}/tools/compile_needles.cc)
target_include_directories(compile_needles SYSTEM PRIVATE ${HS_INCLUDE})
target_compile_features(compile_needles PRIVATE cxx_std_20)
target_link_libraries(compile_needles PRIVATE ${HS_SO})

function(assay_needles room out)
  set(dir ${CMAKE_BINARY_DIR}/gen/${room})
  set(table ${CMAKE_SOURCE_DIR}/src/${room}/needles.txt)
  file(MAKE_DIRECTORY ${dir})
  add_custom_command(
    OUTPUT ${dir}/needles.gen.h ${dir}/needles.hsdb ${dir}/needles.gen.S
    COMMAND compile_needles ${room} ${table} ${dir}
    DEPENDS compile_needles ${table}
    COMMENT "Compiling the needles of ${room}")
  set_source_files_properties(${dir}/needles.gen.S PROPERTIES OBJECT_DEPENDS ${dir}/needles.hsdb)
  set(${out} ${dir}/needles.gen.S ${dir}/needles.gen.h PARENT_SCOPE)
endfunction()
