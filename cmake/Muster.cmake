# The few functions that every CMakeLists.txt in this tree is made of.
include(CTest)
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(muster_options INTERFACE)
# fmt and -pthread here, because what they define must hold for the precompiled header as well.
target_link_libraries(muster_options INTERFACE fmt::fmt)
target_compile_options(muster_options INTERFACE -pthread)
target_compile_options(muster_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough -Wundef>
  $<$<BOOL:${MUSTER_WERROR}>:-Werror> -fstack-protector-strong -fcf-protection)
# g++ 12 sees overflows in std::string's own inlined code at -O2 where there are none (GCC bug 105329
# and its like).
target_compile_options(muster_options INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict -Wno-array-bounds>)
target_compile_definitions(muster_options INTERFACE _GLIBCXX_ASSERTIONS TOML_EXCEPTIONS=0)
target_include_directories(muster_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_link_options(muster_options INTERFACE -Wl,-z,relro,-z,now)
# Ours is compiled with sanitizers, the tests are only linked with them: compiling them so as well
# takes as long again and finds faults in tests.
add_library(muster_sanitized INTERFACE)
if(MUSTER_SANITIZE)
  target_compile_options(muster_sanitized INTERFACE -fsanitize=${MUSTER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(muster_options INTERFACE -fsanitize=${MUSTER_SANITIZE})
elseif(NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  target_compile_options(muster_options INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
endif()

# One precompiled header of the standard library and fmt, shared by every target.
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cc "")
add_library(muster_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cc)
target_link_libraries(muster_precompiled PRIVATE muster_options muster_sanitized)
set(muster_precompiled_headers <algorithm> <chrono> <expected> <functional> <map> <memory> <optional> <set> <span>
  <string> <string_view> <unordered_map> <variant> <vector> <fmt/format.h>)
target_precompile_headers(muster_precompiled PRIVATE ${muster_precompiled_headers})

# muster_library(observe/host SOURCES a.cc b.cc USES base facts ... LINKS external::lib ...)
# One library per folder of src/. USES is the whole list of our folders that it may include;
# tools/check_layers.py holds it to that. The target is muster_observe_host.
function(muster_library folder)
  cmake_parse_arguments(A "" "" "SOURCES;USES;LINKS" ${ARGN})
  string(REPLACE / _ name ${folder})
  add_library(muster_${name} STATIC ${A_SOURCES})
  set(uses "")
  foreach(use IN LISTS A_USES)
    string(REPLACE / _ use ${use})
    list(APPEND uses muster_${use})
  endforeach()
  target_link_libraries(muster_${name} PUBLIC muster_options ${uses} ${A_LINKS} PRIVATE muster_sanitized)
  target_precompile_headers(muster_${name} REUSE_FROM muster_precompiled)
  string(REPLACE ";" " " uses "${A_USES}")
  set_property(GLOBAL APPEND_STRING PROPERTY MUSTER_LAYERS "${folder}: ${uses}\n")
endfunction()

# Writes build/<preset>/layers.txt, which the layer test reads.
function(muster_write_layers)
  get_property(layers GLOBAL PROPERTY MUSTER_LAYERS)
  file(WRITE ${PROJECT_BINARY_DIR}/layers.txt "${layers}")
endfunction()

# muster_checks(target unlisted-runner ...): compiles <id>.cc for each id and generates the table.
function(muster_checks target)
  set(declarations "")
  set(entries "")
  set(ids ${ARGN})
  list(SORT ids)
  foreach(id IN LISTS ids)
    string(REPLACE - _ symbol ${id})
    string(APPEND declarations "extern const Check ${symbol};\n")
    string(APPEND entries "    &${symbol},\n")
    target_sources(${target} PRIVATE ${id}.cc)
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/table.cc CONTENT
"// Generated from src/judge/checks/CMakeLists.txt.
#include \"judge/checks/all.h\"
namespace muster::judge {
${declarations}
namespace {
const Check* const table[] = {
${entries}};
}
std::span<const Check* const> all_checks() { return table; }
}
")
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/table.cc)
endfunction()

# muster_assets(target namespace::function base file ...): compiles the files into the target;
# the function gives their paths below base and their texts.
function(muster_assets target function base)
  string(REGEX MATCH "^(.*)::([a-z_]+)$" _ ${function})
  set(namespace ${CMAKE_MATCH_1})
  set(name ${CMAKE_MATCH_2})
  set(assembly ".section .rodata\n")
  set(declarations "")
  set(entries "")
  set(index 0)
  foreach(file IN LISTS ARGN)
    file(RELATIVE_PATH relative ${base} ${file})
    set(symbol muster_asset_${name}_${index})
    string(APPEND assembly ".global ${symbol}\n.global ${symbol}_end\n${symbol}:\n.incbin \"${file}\"\n${symbol}_end:\n")
    string(APPEND declarations "extern \"C\" const char ${symbol}[], ${symbol}_end[];\n")
    string(APPEND entries "      {\"${relative}\", {${symbol}, ${symbol}_end}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",@progbits\n")
  set(stem ${CMAKE_CURRENT_BINARY_DIR}/${name}_assets)
  file(GENERATE OUTPUT ${stem}.S CONTENT "${assembly}")
  file(GENERATE OUTPUT ${stem}.cc CONTENT
"// Generated: the files compiled into this program.
#include <string_view>
#include <utility>
#include <vector>
${declarations}
namespace ${namespace} {
const std::vector<std::pair<std::string_view, std::string_view>>& ${name}() {
  static const std::vector<std::pair<std::string_view, std::string_view>> files = {
${entries}  };
  return files;
}
}
")
  target_sources(${target} PRIVATE ${stem}.S ${stem}.cc)
  set_source_files_properties(${stem}.S PROPERTIES OBJECT_DEPENDS "${ARGN}")
  set_source_files_properties(${stem}.cc PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
