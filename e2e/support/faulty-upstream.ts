import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

import { close, listen } from './recording-proxy'

export type UpstreamFault =
  | {
      readonly status: number
      readonly body: string
      readonly type?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The connection is closed without an answer. */
  | 'drop'
  /** The real answer, cut after this many bytes of its body. */
  | { readonly cutAfter: number }
  /** No answer until the service heals; then the real one. */
  | 'hang'

type UpstreamCall = { readonly method: string; readonly path: string }
/** Returns a fault, or undefined for the real answer; `key` is the received x-api-key. */
export type FaultFor = (call: UpstreamCall, key: string) => UpstreamFault | undefined

export type FaultyUpstream = {
  readonly url: string
  readonly calls: readonly UpstreamCall[]
  /** Applies from now on. */
  fail(faultFor: FaultFor): void
  /** Ends the faults; hanging calls get their answers. */
  heal(): void
  stop(): Promise<void>
}

const KEEP_ALIVE_MS = 65_000

export async function startFaultyUpstream(target: string): Promise<FaultyUpstream> {
  let faultFor: FaultFor = () => undefined
  let waiting: (() => void)[] = []
  const calls: UpstreamCall[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming
    calls.push({ method, path })
    const fault = faultFor({ method, path }, String(incoming.headers['x-api-key']))
    if (fault === undefined) forward(target, incoming, outgoing)
    else if (fault === 'drop') incoming.socket.destroy()
    else if (fault === 'hang') waiting.push(() => forward(target, incoming, outgoing))
    else if ('cutAfter' in fault) forward(target, incoming, outgoing, fault.cutAfter)
    else {
      incoming.resume()
      outgoing.writeHead(fault.status, { 'content-type': fault.type ?? 'application/json', ...fault.headers })
      outgoing.end(fault.body)
    }
  })
  // The same as in the service: a connection that was idle for a while still accepts a call.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const fail = (next: FaultFor) => {
    faultFor = next
  }
  const heal = () => {
    fail(() => undefined)
    for (const go of waiting) go()
    waiting = []
  }
  const url = await listen(server)
  return { url, calls, fail, heal, stop: () => close(server) }
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, cutAfter = Infinity): void {
  const { hostname, port } = new URL(target)
  const { method, url: path, headers } = incoming
  const inner = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    let remainingBytes = cutAfter
    answer.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, Math.max(0, remainingBytes))
      remainingBytes -= chunk.length
      // The part before the cut reaches the other side.
      outgoing.write(part, () => remainingBytes < 0 && outgoing.destroy())
    })
    answer.on('end', () => outgoing.end())
    answer.on('error', () => outgoing.destroy())
  })
  inner.on('error', () => outgoing.destroy())
  incoming.pipe(inner)
}
