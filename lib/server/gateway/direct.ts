import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { NextRequest } from 'next/server'

import { handlePanelRequest } from '../http/panel-api'
import { proxy } from '../http/proxy'
import type { Handle } from './gateway'

const REPORT_FILE = '/api/v1/reports/download/'
const REPORTS_ZIP = '/api/panel/new-reports/zip'

type Answerer = (request: NextRequest) => Promise<Response>

/** Files that are large enough for Next's response handling to dominate the time (`bench:reports`). */
function answererOf({ method, url = '' }: IncomingMessage): Answerer | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (url.startsWith(REPORT_FILE)) return proxy
  return url.split('?', 1)[0] === REPORTS_ZIP ? handlePanelRequest : undefined
}

/**
 * Answers large files with the functions of Next's routes, including their checks, but writes directly to the socket
 * and closes the connection on an error. Next answers all other requests.
 */
export const withDirectFiles =
  (handle: Handle): Handle =>
  (request, response) => {
    const answerer = answererOf(request)
    if (answerer === undefined) return handle(request, response)
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    const nextRequest = toNextRequest(request, disconnected.signal)
    if (nextRequest === undefined) return void response.writeHead(400).end()
    return answerer(nextRequest)
      .then((answer) => send(answer, response))
      .catch(() => response.destroy())
  }

/** Undefined when the parsed request has no valid address, such as a `Host` that names a user. */
function toNextRequest(request: IncomingMessage, signal: AbortSignal): NextRequest | undefined {
  const address = `http://${request.headers.host ?? ''}${request.url ?? ''}`
  try {
    return new NextRequest(address, { method: request.method ?? 'GET', headers: headersOf(request), signal })
  } catch {
    return undefined
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const webHeaders = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) webHeaders.append(name, each)
  }
  return webHeaders
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  if (answer.body === null || response.req.method === 'HEAD') {
    await answer.body?.cancel()
    response.end()
    return
  }
  // The body may take long to begin, so the caller gets the head at once.
  response.flushHeaders()
  const reader = answer.body.getReader()
  try {
    const sent = await writeAll(reader, response)
    const length = answer.headers.get('content-length')
    if (length !== null && sent !== Number(length)) throw new Error('The file does not have the declared length')
    response.end()
  } catch {
    // The response is not ended, so that the reader sees that it is incomplete.
    response.destroy()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Waits until each chunk is written before it reads the next one, so that only sent chunks count. */
async function writeAll(reader: ReadableStreamDefaultReader<Uint8Array>, response: ServerResponse): Promise<number> {
  // One listener serves all chunks: a promise per chunk would retain memory for each until the end.
  let onOutcome: ((error: Error | null | undefined) => void) | undefined
  response.once('close', () => onOutcome?.(new Error('The connection broke')))
  let sent = 0
  for (;;) {
    const next = await reader.read()
    if (next.done) return sent
    if (response.destroyed) throw new Error('The connection broke')
    const { value } = next
    const error = await new Promise<Error | null | undefined>((resolve) => {
      onOutcome = resolve
      response.write(value, resolve)
    })
    if (error) throw error
    sent += value.byteLength
  }
}
