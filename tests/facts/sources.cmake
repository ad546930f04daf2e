list(APPEND test_sources facts/host_json_test.cc facts/json_text_test.cc facts/random_host.cc)
