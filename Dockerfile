# One image of the panel with its embedded service. See docs/operations/container.md.
#
# The tag is exact. Where the registry can be reached, name the digest as well:
#   docker build --build-arg NODE_IMAGE=node:22.23.3-bookworm-slim@sha256:… .
ARG NODE_IMAGE=node:22.23.3-bookworm-slim

# What the build needs, to the letter of the lock file.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

# The pages and the operator's command line.
FROM dependencies AS build
COPY . .
RUN npm run build && node scripts/admin.mjs --help > /dev/null && rm -rf .next/cache

# What the server loads while it runs, from the same lock file.
FROM ${NODE_IMAGE} AS runtime-dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Next names a browser driver as an optional peer, which the lock file has for the tests; its compiler is for builds alone.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/@playwright node_modules/playwright node_modules/playwright-core node_modules/@next/swc-*

FROM ${NODE_IMAGE} AS panel
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 API_PORT=3001 DATA_DIR=/data/panel ADMIN_COMMAND=admin
# As `npm start`: what is not needed goes back to the system at once (docs/decisions/memory.md).
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=runtime-dependencies /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/dist dist
COPY package.json next.config.mjs ./
COPY public public
COPY scripts/admin.mjs scripts/api-headers.json scripts/build-lock.mjs scripts/bundle.mjs scripts/health.mjs scripts/listen.mjs scripts/narrow-server.mjs scripts/prepare.mjs scripts/readable-path.mjs scripts/security-headers.json scripts/serve.mjs scripts/start.mjs scripts/static-files.mjs scripts/
COPY ops/container/admin /usr/local/bin/admin
# Any user of group 0 may write: some platforms choose a user of their own.
RUN mkdir /data && chown 10001:0 /data && chmod 770 /data && chmod 755 /usr/local/bin/admin
USER 10001:0
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s --retries=3 CMD ["node", "scripts/health.mjs"]
CMD ["node", "--max-semi-space-size=4", "--v8-pool-size=2", "scripts/start.mjs", "--built"]
