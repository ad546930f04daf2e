list(APPEND test_sources os/confine_test.cc os/mounts_test.cc os/root_test.cc os/same_answers_test.cc
  os/walk_test.cc)
