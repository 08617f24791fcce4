import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'

/** Only in benchmark builds: a bare route handler that streams the file that `bench:reports` names. */
export const dynamic = 'force-dynamic'

export function GET(request: Request): Response {
  const file = createReadStream(/* turbopackIgnore: true */ new URL(request.url).searchParams.get('file') ?? '')
  // Safe: in Node the DOM's ReadableStream is `node:stream/web`'s; only their types differ.
  const body = Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>
  return new Response(body, { headers: { 'content-type': 'text/csv' } })
}
