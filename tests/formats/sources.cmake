list(APPEND test_sources
  formats/commands_test.cc
  formats/corpus_test.cc
  formats/document_test.cc
  formats/dump.cc
  formats/golden_test.cc
  formats/limits_test.cc
  formats/property_test.cc
  formats/random_document.cc
  formats/sudoers_test.cc)
