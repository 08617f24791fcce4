// Not TypeScript, because Next would load its compiler into the running server for it, which takes 26 MB.
import { apiHeaders, securityHeaders } from './scripts/static-files.mjs'

const listOf = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
const config = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Skipped by `npm test` right after a successful check, because tsc has checked identical files.
  typescript: { ignoreBuildErrors: process.env['TYPES_CHECKED'] === 'on' },
  distDir: process.env['NEXT_DIST_DIR'] ?? '.next',
  // Native or server-only packages are loaded by Node, never bundled.
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
    'nodemailer',
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@smithy/node-http-handler',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    'prom-client',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
  ],
  images: { unoptimized: true },
  // Messages reach the formatter already parsed (lib/server/i18n.ts), so ICU's parser stays out of the bundle.
  turbopack: { resolveAlias: { 'use-intl/format-message': './lib/client/format-message.ts' } },
  // `npm run bench:proxy` compares with the `*.bench.ts` routes; no other build contains them.
  pageExtensions: process.env['BENCH_ROUTES'] === 'on' ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  // The same limit as in the gateway (lib/server/gateway); actions are forms with a few fields.
  experimental: {
    serverActions: { bodySizeLimit: '64kb' },
    proxyClientMaxBodySize: '64kb',
    // A page or a call is loaded by its first visitor, because loading all of them at the start takes 25 MB.
    preloadEntriesOnStart: false,
  },
  // The former page of spend alerts, still used by bookmarks and old e-mails, redirects to the rules.
  redirects: () =>
    Promise.resolve([{ source: '/settings/alerts', destination: '/notifications?kind=spend', permanent: true }]),
  // Shows the page for unknown addresses without changing the address. There are no pages below `/api` and `/_next`.
  rewrites: () =>
    Promise.resolve({
      beforeFiles: [],
      afterFiles: [],
      fallback: [{ source: '/:path((?!api/|_next/).*)', destination: '/no-such-page' }],
    }),
  // For every answer; the pages' Content-Security-Policy needs a nonce and is set by proxy.ts. API answers are not
  // pages: nothing in them may run, even when a browser opens them.
  headers: () =>
    Promise.resolve([
      { source: '/:path*', headers: listOf(securityHeaders) },
      { source: '/api/:path*', headers: listOf(apiHeaders) },
    ]),
}

export default config
