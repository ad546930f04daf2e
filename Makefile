# What a person types. The work is done by CMake (CMakePresets.json) and by the programs in tools/.
SHELL := /bin/bash
.ONESHELL:
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
SECONDS_EACH ?= 60
MUSTER := build/release/muster
# 0, 1 and 3 say that a report was shown; anything else says that none was.
REPORT := code=0; report() { "$$@" || code=$$?; case $$code in 0|1|3) ;; *) exit $$code ;; esac; }; report

.PHONY: help run demo test bench fuzz lint format format-check docs install clean program

help:
	@cat <<'END'
	make run      install what is missing, build, and say which CI runners are on this machine
	make demo     the same for a shipped example with an authorised and a rogue runner
	make test     install what is missing, build, and run every test
	make bench    measure a scan against find, and its memory
	make fuzz     run the parsers' fuzz targets (SECONDS_EACH=60)
	make lint     clang-tidy, the walls between folders, names
	make format   put every source file into the house format (format-check: only look)
	make docs     write docs/reference/ anew from the program
	make install  copy the program to $$(DESTDIR)$$(PREFIX)/bin (PREFIX=/usr/local)
	make clean    remove build/
	END

# Tests that were configured by `make test` stay configured, so switching rebuilds nothing.
program:
	@tools/install-dependencies run build
	test -e build/release/build.ninja || cmake --preset release -DBUILD_TESTING=OFF
	cmake --build --preset release --target muster

run: program
	@$(REPORT) $(MUSTER) scan

demo: program
	@$(REPORT) $(MUSTER) scan --world examples/rogue-runner.yaml

test:
	@tools/install-dependencies run build test
	cmake --preset release -DBUILD_TESTING=ON
	cmake --build --preset release
	tools/test --preset release

bench: program
	@tools/install-dependencies bench
	tools/bench

fuzz:
	@tools/install-dependencies run build test
	tools/fuzz $(SECONDS_EACH)

lint:
	@tools/install-dependencies run build test
	tools/lint names layers tidy

format:
	@tools/install-dependencies test
	tools/lint format --fix

format-check:
	@tools/install-dependencies test
	tools/lint format

docs: program
	@tools/docs --update

install: program
	@install -D -m 0755 $(MUSTER) "$(DESTDIR)$(PREFIX)/bin/muster"
	install -D -m 0644 -t "$(DESTDIR)$(PREFIX)/share/doc/muster" README.md CHANGELOG.md LICENSE

clean:
	@rm -rf build
