#!/bin/bash
# Builds the Dockerfile and uses its image, on a machine without a container engine. Needs root, buildah, debootstrap, npm and the network.
#   ops/prove-image.sh [work folder]
# The base is made of Debian's packages and of the Node that the Dockerfile names, as npm publishes it: a stand-in for node:22-slim.
# With NPMRC and CA_FILE the build reaches a registry of your own.
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-$(mktemp -d)}
mkdir -p "$work"
version=$(sed -n 's/^ARG NODE_IMAGE=node:\([0-9.]*\)-.*/\1/p' Dockerfile)
suite=$(sed -n 's/^ARG NODE_IMAGE=node:[0-9.]*-\(.*\)-slim/\1/p' Dockerfile)
mirror=${MIRROR:-http://deb.debian.org/debian}
npm_folder=$(npm root -g)/npm
base=localhost/panel-node-stand-in:$version
image=localhost/panel-proof

say() { echo "── $*"; }

if ! buildah inspect "$base" > /dev/null 2>&1; then
  say "base: $suite, Node $version"
  rootfs=$work/rootfs
  [ -d "$rootfs/etc" ] || debootstrap --variant=minbase --include=ca-certificates "$suite" "$rootfs" "$mirror" > "$work/debootstrap.log"
  (cd "$work" && npm pack --silent "node-linux-$(node -p process.arch)@$version" > /dev/null && tar xzf node-linux-*.tgz)
  install -D -m 755 "$work/package/bin/node" "$rootfs/usr/local/bin/node"
  mkdir -p "$rootfs/usr/local/lib/node_modules" "$rootfs/usr/local/etc"
  cp -r "$npm_folder" "$rootfs/usr/local/lib/node_modules/"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$rootfs/usr/local/bin/npm"
  if [ -n "${NPMRC:-}" ]; then cp "$NPMRC" "$rootfs/usr/local/etc/npmrc"; fi
  if [ -n "${CA_FILE:-}" ]; then cp -L "$CA_FILE" "$rootfs/etc/ssl/certs/ca-certificates.crt"; fi
  container=$(buildah from scratch)
  buildah copy -q "$container" "$rootfs" / > /dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit -q "$container" "$base" > /dev/null
  buildah rm "$container" > /dev/null
fi

# BUILT=on: the image of the run before.
if [ "${BUILT:-}" != on ]; then
  say "build of every stage"
  buildah bud --isolation chroot --build-arg NODE_IMAGE="$base" -t "$image" . > "$work/build.log" 2>&1 || { tail -30 "$work/build.log"; exit 1; }
fi
buildah inspect --type image --format '{{.OCIv1.Config}}' "$image"

container=$(buildah from "$image")
root=$(buildah mount "$container")
pid=
cleanup() {
  [ -z "$pid" ] || kill "$pid" 2> /dev/null || true
  buildah rm "$container" > /dev/null || true
}
trap cleanup EXIT
say "size: $(du -sxm "$root" | cut -f1) MB, of which the base $(du -sxm --exclude=app "$root" | cut -f1) MB"
for tool in rolldown typescript vitest @playwright/test oxlint @next/swc-linux-x64-gnu; do
  [ ! -e "$root/app/node_modules/$tool" ] || { echo "$tool is in the last stage"; exit 1; }
done

port=${PORT:-38710}
# shellcheck disable=SC2016
inside='
  set -e
  mount --bind "$ROOT" "$ROOT"
  mount -o remount,ro,bind "$ROOT"
  mount -t tmpfs -o size=2g,uid=0,gid=0,mode=0770 tmpfs "$ROOT/data"
  mount -t proc proc "$ROOT/proc"
  mount -t tmpfs -o size=1m tmpfs "$ROOT/dev"
  for device in null urandom; do touch "$ROOT/dev/$device"; mount --bind "/dev/$device" "$ROOT/dev/$device"; done
  mount -o remount,ro "$ROOT/dev"
  chroot=$(command -v chroot)
  clean=(env -i PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=127.0.0.1 "PORT=$PORT" "API_PORT=$((PORT + 1))"
    DATA_DIR=/data/panel LOG_LEVEL=info SAMPLE_DATA=on MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 "$chroot" "--userspec=$USERSPEC" --groups= "$ROOT")
  as() { "${clean[@]}" "$@"; }
  # Each of them becomes the next one, so that the pid is the one of the server.
  "${clean[@]}" /bin/sh -c "cd /app && exec node --max-semi-space-size=4 --v8-pool-size=2 scripts/start.mjs --built" > "$WORK/panel.log" 2>&1 &
  echo $! > "$WORK/panel.pid"
  until as /bin/sh -c "cd /app && node scripts/health.mjs" > "$WORK/health.log" 2>&1; do
    kill -0 "$(cat "$WORK/panel.pid")" 2> /dev/null || { cat "$WORK/panel.log"; exit 1; }
    sleep 0.5
  done
  echo "health: $(cat "$WORK/health.log")"
  node "$HERE/ops/prove-image.mjs" "http://127.0.0.1:$PORT" owner@demo.test "$(cat "$ROOT/data/panel/demo-password")" "$ROOT/app/.next/app-path-routes-manifest.json"
  as admin account list > /dev/null
  as admin backup /data/backup
  echo "root can be written: $(as /bin/sh -c "touch /app/x 2>/dev/null && echo yes || echo no"); HOME: $(as /bin/sh -c "echo \${HOME:-none}")"
  echo "written below /data: $(ls "$ROOT/data" | tr "\n" " ") / $(ls "$ROOT/data/panel" | tr "\n" " ")"
  kill -TERM "$(cat "$WORK/panel.pid")"
  for _ in $(seq 60); do kill -0 "$(cat "$WORK/panel.pid")" 2> /dev/null || break; sleep 0.5; done
  ! kill -0 "$(cat "$WORK/panel.pid")" 2> /dev/null || { echo "it does not stop"; exit 1; }
'
for user in 10001:0 1000690000:0; do
  say "user $user, read-only, without HOME and TMPDIR"
  ROOT=$root WORK=$work HERE=$PWD PORT=$port USERSPEC=$user unshare -m --propagation private /bin/bash -c "$inside"
  # Lines of information, and what the start prints for people; nothing else. Next says it when reading its settings took long.
  if grep '^{' "$work/panel.log" | grep -v '"level":30,'; then echo "the log has complaints"; exit 1; fi
  if grep -v '^{' "$work/panel.log" | grep -vE '^(Panel|Service|Sign in|Users|Sample|Open|Token|Set up|✓ Running next.config) |^ {9}password'; then echo "the log has lines that are no JSON"; exit 1; fi
  echo "log: $(wc -l < "$work/panel.log") lines, no complaint"
done
say "proven"
