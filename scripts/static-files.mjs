/** Serves what `next build` named by content, compressed beforehand by `scripts/compress-static.mjs`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import sirv from 'sirv'

/** Of every answer. */
export const securityHeaders = JSON.parse(readFileSync(new URL('security-headers.json', import.meta.url), 'utf8'))
const PREFIX = '/_next/static/'
const A_YEAR_S = 31_536_000

/**
 * A handler that takes a request for a static file of the build and says whether it did; what it does not know is Next's
 * to answer. A build that was not compressed is Next's altogether.
 */
export function staticFiles(distDir) {
  const folder = join(distDir, 'static')
  if (!existsSync(join(distDir, 'static-compressed'))) return () => false
  const serveFile = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    immutable: true,
    maxAge: A_YEAR_S,
  })
  return (request, response) => {
    const { url } = request
    if (!url.startsWith(PREFIX) || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    request.url = url.slice(PREFIX.length - 1)
    let isTaken = true
    serveFile(request, response, () => {
      isTaken = false
    })
    request.url = url
    return isTaken
  }
}
