/** Serves what `next build` named by content, and `public/data`, compressed beforehand by `scripts/compress-static.mjs`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import sirv from 'sirv'

/** Of every answer. */
export const securityHeaders = JSON.parse(readFileSync(new URL('security-headers.json', import.meta.url), 'utf8'))
/** Of what is no page: nothing in it may run. */
export const apiHeaders = JSON.parse(readFileSync(new URL('api-headers.json', import.meta.url), 'utf8'))
const A_YEAR_S = 31_536_000
const compressed = { brotli: true, gzip: true, etag: true }
/** What is named by its content is kept for a year; anything else is asked for again, and not sent again while it is the same. */
const FOLDERS = [
  { prefix: '/_next/static/', name: 'static', options: { ...compressed, immutable: true, maxAge: A_YEAR_S } },
  { prefix: '/data/', name: 'public-data', options: { ...compressed, maxAge: 0 } },
]

/**
 * A handler that takes a request for a static file of the build and says whether it did; what it does not know is Next's
 * to answer. A build that was not compressed is Next's altogether.
 */
export function staticFiles(distDir) {
  if (!existsSync(join(distDir, 'static-compressed'))) return () => false
  const served = FOLDERS.map(({ prefix, name, options }) => ({ prefix, serveFile: sirv(join(distDir, name), options) }))
  return (request, response) => {
    const { url } = request
    const folder = served.find(({ prefix }) => url.startsWith(prefix))
    if (folder === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    request.url = url.slice(folder.prefix.length - 1)
    let isTaken = true
    folder.serveFile(request, response, () => {
      isTaken = false
    })
    request.url = url
    return isTaken
  }
}
