import { createHash } from 'node:crypto'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'

import { expect } from '@playwright/test'

import { PASSWORD } from './panel'

export type Http2Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Empty when only its hash was requested. */
  readonly body: Buffer
  readonly bytes: number
  readonly sha256: string
}

type RequestOptions = {
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  /** For bodies that are too large for memory. */
  readonly onlyHash?: boolean
  /** Called with each part as it arrives. */
  readonly onPart?: (part: Buffer) => void
}

export type Http2Client = ReturnType<typeof openHttp2>

/**
 * A client that speaks HTTP/2 with a proxy at 127.0.0.1 under the name of `url`, and can send what no browser would.
 */
export function openHttp2(url: string) {
  const { port, host, hostname } = new URL(url)
  const session: ClientHttp2Session = connect(`https://127.0.0.1:${port}`, {
    servername: hostname,
    rejectUnauthorized: false,
  })
  session.on('error', () => undefined)
  const request = (path: string, { headers = {}, body, onlyHash = false, onPart }: RequestOptions = {}) =>
    new Promise<Http2Answer>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      const stream = session.request({ ':method': method, ':path': path, ':authority': host, ...headers })
      const hash = createHash('sha256')
      const parts: Buffer[] = []
      let bytes = 0
      let receivedHeaders: IncomingHttpHeaders = {}
      stream.on('response', (responseHeaders) => (receivedHeaders = responseHeaders))
      stream.on('data', (part: Buffer) => {
        hash.update(part)
        bytes += part.length
        if (!onlyHash) parts.push(part)
        onPart?.(part)
      })
      stream.on('error', reject)
      stream.on('end', () =>
        resolve({
          status: Number(receivedHeaders[':status']),
          headers: receivedHeaders,
          body: Buffer.concat(parts),
          bytes,
          sha256: hash.digest('hex'),
        }),
      )
      stream.end(body)
    })
  return { ask: request, close: () => session.destroy() }
}

export async function signInOver({ ask }: Http2Client, url: string, email = 'owner@demo.test'): Promise<string> {
  const csrf = await ask('/api/auth/csrf')
  const { csrfToken } = JSON.parse(csrf.body.toString()) as { csrfToken: string }
  const cookie = pairsOf(csrf.headers['set-cookie'])
  const body = new URLSearchParams({ csrfToken, email, password: PASSWORD, json: 'true' }).toString()
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', origin: url }
  const answer = await ask('/api/auth/callback/credentials', { headers, body })
  expect(answer.status, `sign in as ${email}`).toBe(200)
  return `${cookie}; ${pairsOf(answer.headers['set-cookie'])}`
}

const pairsOf = (lines: readonly string[] = []): string => lines.map((line) => line.split(';')[0]).join('; ')
