// Not TypeScript: to read that, Next loads its compiler into the running server, which then holds 26 MB more.
import { apiHeaders, securityHeaders } from './scripts/static-files.mjs'

const listOf = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }))

/** @type {import('next').NextConfig} */
const config = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` straight after a check that found nothing: tsc has looked at these very files.
  typescript: { ignoreBuildErrors: process.env['TYPES_CHECKED'] === 'on' },
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
  // Messages reach the formatter parsed (lib/server/compile-messages.ts), so ICU's parser stays out of the bundle.
  turbopack: { resolveAlias: { 'use-intl/format-message': './lib/client/format-message.ts' } },
  // `*.bench.ts` routes are what `npm run bench:proxy` compares with; no other build has them.
  pageExtensions: process.env['BENCH_ROUTES'] === 'on' ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  // The actions are forms of a few fields; what the door of the process lets through is not more (lib/server/door).
  experimental: {
    serverActions: { bodySizeLimit: '64kb' },
    proxyClientMaxBodySize: '64kb',
    // A page or a call is loaded by its first visitor. All of them at the start are 25 MB, used or not.
    preloadEntriesOnStart: false,
  },
  // Where thresholds of spending were kept: bookmarks and old e-mails lead on to the rules about them.
  redirects: () =>
    Promise.resolve([{ source: '/settings/alerts', destination: '/notifications?kind=spend', permanent: true }]),
  // An address without a page; the address stays as it was typed. Below `/api` and `/_next` there are no pages.
  rewrites: () =>
    Promise.resolve({
      beforeFiles: [],
      afterFiles: [],
      fallback: [{ source: '/:path((?!api/|_next/).*)', destination: '/no-such-page' }],
    }),
  // For every answer; the pages' Content-Security-Policy needs a nonce and is set by proxy.ts. What the API answers is no page,
  // whatever it holds: nothing in it may run, also when a browser opens it.
  headers: () =>
    Promise.resolve([
      { source: '/:path*', headers: listOf(securityHeaders) },
      { source: '/api/:path*', headers: listOf(apiHeaders) },
    ]),
}

export default config
