import type { NextConfig } from 'next'

/** For every answer; the pages' Content-Security-Policy needs a nonce and is set by proxy.ts. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
]

const config: NextConfig = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  distDir: process.env['NEXT_DIST_DIR'] ?? '.next',
  // Native or server-only packages: loaded by Node, never bundled.
  serverExternalPackages: [
    'libsql',
    'pdfkit',
    'pg',
    '@node-rs/argon2',
    'pino',
    'kysely',
    'hono',
    '@hono/node-server',
    'next-auth',
  ],
  images: { unoptimized: true },
  // Messages reach the formatter parsed (lib/server/compile-messages.ts), so ICU's parser stays out of the bundle.
  turbopack: { resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  // `*.bench.ts` routes are what `npm run bench:proxy` compares with; no other build has them.
  pageExtensions: process.env['BENCH_ROUTES'] === 'on' ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  headers: () => Promise.resolve([{ source: '/:path*', headers: securityHeaders }]),
}

export default config
