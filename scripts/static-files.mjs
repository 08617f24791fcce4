/**
 * Serves content-hashed files of `next build`, and `public/data`, compressed beforehand by
 * `scripts/compress-static.mjs`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import sirv from 'sirv'

/** For every answer. */
export const securityHeaders = JSON.parse(readFileSync(new URL('security-headers.json', import.meta.url), 'utf8'))
/** For answers that are not pages, in which nothing may run. */
export const apiHeaders = JSON.parse(readFileSync(new URL('api-headers.json', import.meta.url), 'utf8'))
const A_YEAR_S = 31_536_000
const compressed = { brotli: true, gzip: true, etag: true }
/** Content-hashed files are cached for a year; others are revalidated, and not sent again while unchanged. */
const FOLDERS = [
  { prefix: '/_next/static/', name: 'static', options: { ...compressed, immutable: true, maxAge: A_YEAR_S } },
  { prefix: '/data/', name: 'public-data', options: { ...compressed, maxAge: 0 } },
]

/**
 * A handler that returns whether it served a static file of the build; Next answers all other requests, and everything
 * for a build without compression.
 */
export function staticFiles(distDir) {
  if (!existsSync(join(distDir, 'static-compressed'))) return () => false
  const folders = FOLDERS.map(({ prefix, name, options }) => ({
    prefix,
    serveFile: sirv(join(distDir, name), options),
  }))
  return (request, response) => {
    const { url } = request
    const folder = folders.find(({ prefix }) => url.startsWith(prefix))
    if (folder === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    request.url = url.slice(folder.prefix.length - 1)
    let isServed = true
    folder.serveFile(request, response, () => {
      isServed = false
    })
    request.url = url
    return isServed
  }
}
