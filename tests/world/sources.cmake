list(APPEND test_sources
  world/parse_test.cc
  world/processes_test.cc
  world/write_test.cc)
