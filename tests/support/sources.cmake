list(APPEND test_sources
  support/files.cc
  support/files_test.cc
  support/render.cc
  support/render_test.cc
  support/secrets.cc
  support/secrets_test.cc
  support/worlds.cc)
