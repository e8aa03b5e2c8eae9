#!/bin/sh
# Starts the server with its limits on memory, for npm start, the image and the systemd unit alike. `exec` replaces this
# shell, so signals and the exit code are the server's own.
here=$(dirname "$0")
# npm installs the Node.js that this version was tested with; an image brings its own.
PATH="$here/../node_modules/.bin:$PATH"
# glibc, and the allocator of the embedded column store, return freed memory to the system early.
export MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=262144
export JE_MALLOC_CONF=percpu_arena:disabled,narenas:1,dirty_decay_ms:20,background_thread:true
exec node --max-semi-space-size=8 --heap-growing-percent=25 "$here/main.ts" "$@"
