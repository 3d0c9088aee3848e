#!/bin/sh
# Lays out the files of the container's image: image.sh PROGRAM FOLDER
set -eu
program=$1
image=$2
install -d -m 0755 "$image"
install -D -m 0755 "$program" "$image/usr/local/bin/parlour"
# The libraries that the program names, and the loader.
ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
	install -D -m 0755 "$(readlink -f "$library")" "$image$library"
done
# For databases whose certificate one of the usual authorities has signed.
install -D -m 0644 /etc/ssl/certs/ca-certificates.crt "$image/etc/ssl/certs/ca-certificates.crt"
install -d -m 0700 -o 65532 -g 65532 "$image/data"
install -d -m 1777 "$image/tmp"
