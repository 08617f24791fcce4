import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

import type { WorkerFixture } from '@playwright/test'

import type { Panel } from './panel'

/** One transferred answer: everything that a browser, or an eavesdropper, receives. */
export type Exchange = {
  readonly method: string
  readonly path: string
  readonly status: number
  /** Status text and all header names and values, one per line. */
  readonly head: string
  readonly body: string
}

export type Recorder = {
  readonly url: string
  readonly exchanges: readonly Exchange[]
  stop(): Promise<void>
}

/** A proxy in front of the panel that records every answer: pages, chunks, payloads, files and errors alike. */
export async function startRecorder(target: () => string): Promise<Recorder> {
  const exchanges: Exchange[] = []
  const server = createServer((incoming, outgoing) => pass({ incoming, outgoing, target: target(), exchanges }))
  return { url: await listen(server), exchanges, stop: () => close(server) }
}

type ForwardedCall = { incoming: IncomingMessage; outgoing: ServerResponse; target: string; exchanges: Exchange[] }

function pass({ incoming, outgoing, target, exchanges }: ForwardedCall): void {
  const { hostname, port } = new URL(target)
  const { method = 'GET', url: path = '/' } = incoming
  // Uncompressed, so that bodies can be searched. The Host stays that of the browser's request.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  // One connection per request: a refused body ends the connection, which the next request must not use.
  const inner = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    const record = () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const head = [answer.statusMessage, ...answer.rawHeaders].join('\n')
      exchanges.push({ method, path, status: answer.statusCode ?? 0, head, body })
    }
    answer.on('close', record)
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
    answer.pipe(outgoing)
  })
  inner.on('error', () => {
    // The panel may answer and close before it has read the whole body; that answer is passed on.
    incoming.unpipe(inner).resume()
    if (!outgoing.headersSent) outgoing.destroy()
  })
  outgoing.on('close', () => inner.destroy())
  incoming.pipe(inner)
}

/** Listens on a free local port; returns the address without a trailing slash. */
export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
}

export function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A fixture: the proxy in front of the panel of the fixture `direct`. */
export const recorderOfDirect: [WorkerFixture<Recorder, { readonly direct: Panel }>, { scope: 'worker' }] = [
  async ({ direct }, provide) => {
    const recorder = await startRecorder(() => direct.url)
    await provide(recorder)
    await recorder.stop()
  },
  { scope: 'worker' },
]
