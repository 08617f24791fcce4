import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

import type { WorkerFixture } from '@playwright/test'

import type { Panel } from './panel'

/** One answer as it went over the wire: everything that a browser, and whoever reads along, is given. */
export type Exchange = {
  readonly method: string
  readonly path: string
  readonly status: number
  /** Status line's text and all header names and values, one per line. */
  readonly head: string
  readonly body: string
}

export type Recorder = {
  readonly url: string
  readonly exchanges: readonly Exchange[]
  stop(): Promise<void>
}

/** A proxy in front of the panel that keeps every answer: pages, chunks, payloads, files and errors alike. */
export async function startRecorder(target: () => string): Promise<Recorder> {
  const exchanges: Exchange[] = []
  const server = createServer((incoming, outgoing) => pass({ incoming, outgoing, target: target(), exchanges }))
  return { url: await listen(server), exchanges, stop: () => close(server) }
}

type Passing = { incoming: IncomingMessage; outgoing: ServerResponse; target: string; exchanges: Exchange[] }

function pass({ incoming, outgoing, target, exchanges }: Passing): void {
  const { hostname, port } = new URL(target)
  const { method = 'GET', url: path = '/' } = incoming
  // Plain bytes, so that they can be searched. The Host stays the one that the browser asked.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  // One connection for one request: a refused body ends the connection, and the next request must not be on it.
  const inner = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    const keep = () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const head = [answer.statusMessage, ...answer.rawHeaders].join('\n')
      exchanges.push({ method, path, status: answer.statusCode ?? 0, head, body })
    }
    answer.on('close', keep)
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
    answer.pipe(outgoing)
  })
  inner.on('error', () => {
    // The panel may answer and close before it has read all of a body; that answer stands.
    incoming.unpipe(inner).resume()
    if (!outgoing.headersSent) outgoing.destroy()
  })
  outgoing.on('close', () => inner.destroy())
  incoming.pipe(inner)
}

/** Listens on a free port of this machine; the address, without a slash at its end. */
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

/** A fixture: the proxy in front of the panel that the fixture `direct` started. */
export const recorderOfDirect: [WorkerFixture<Recorder, { readonly direct: Panel }>, { scope: 'worker' }] = [
  async ({ direct }, provide) => {
    const recorder = await startRecorder(() => direct.url)
    await provide(recorder)
    await recorder.stop()
  },
  { scope: 'worker' },
]
