import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { NextRequest } from 'next/server'

import { handlePanelRequest } from '../http/panel-api'
import { proxy } from '../http/proxy'
import type { Handle } from './door'

const REPORT_FILE = '/api/v1/reports/download/'
const REPORTS_ZIP = '/api/panel/new-reports/zip'

type Answerer = (request: NextRequest) => Promise<Response>

/** Files that are large enough for Next's own way of answering to be what takes the time (`bench:reports`). */
function answererOf({ method, url = '' }: IncomingMessage): Answerer | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (url.startsWith(REPORT_FILE)) return proxy
  return url.split('?', 1)[0] === REPORTS_ZIP ? handlePanelRequest : undefined
}

/**
 * The same functions that Next's routes call, with the same checks, but their answer goes from here to the socket, and what breaks in
 * the middle breaks the connection. Next answers the rest.
 */
export const withDirectFiles =
  (handle: Handle): Handle =>
  (request, response) => {
    const answerer = answererOf(request)
    if (answerer === undefined) return handle(request, response)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const asked = toAsked(request, gone.signal)
    if (asked === undefined) return void response.writeHead(400).end()
    return answerer(asked)
      .then((answer) => send(answer, response))
      .catch(() => response.destroy())
  }

/** Undefined for what is no request, whatever the parser of HTTP let through: a `Host` that names a user, for one. */
function toAsked(request: IncomingMessage, signal: AbortSignal): NextRequest | undefined {
  const address = `http://${request.headers.host ?? ''}${request.url ?? ''}`
  try {
    return new NextRequest(address, { method: request.method ?? 'GET', headers: headersOf(request), signal })
  } catch {
    return undefined
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) given.append(name, each)
  }
  return given
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  if (answer.body === null || response.req.method === 'HEAD') {
    await answer.body?.cancel()
    response.end()
    return
  }
  // The last bytes may wait long for what is known of the whole: whoever asked sees by now that it comes, and what comes.
  response.flushHeaders()
  const reader = answer.body.getReader()
  try {
    const sent = await pour(reader, response)
    const length = answer.headers.get('content-length')
    if (length !== null && sent !== Number(length)) throw new Error('The file is not as long as was said')
    response.end()
  } catch {
    // Never ended: whoever reads must see that it is not whole.
    response.destroy()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Each part is with the system before the next one is read: then what was read last has gone out. */
async function pour(reader: ReadableStreamDefaultReader<Uint8Array>, response: ServerResponse): Promise<number> {
  // One listener for all parts: a promise that each of them waited for would keep something of every part until the end.
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
