import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly at: number
}
type Answer = (received: ReceivedRequest, response: ServerResponse) => unknown
export type TestReceiver = Awaited<ReturnType<typeof startReceiver>>

const ok: Answer = (_received, response) => response.writeHead(204).end()

/** A real receiver of webhooks on loopback that records what it receives. */
export async function startReceiver() {
  const received: ReceivedRequest[] = []
  let answer = ok
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { url: path = '', headers } = request
      const each = { path, headers, body, at: Date.now() }
      received.push(each)
      return answer(each, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: the address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hooks/of-the-tests`,
    received,
    /** Sets the answer of further requests. */
    answerWith: (newAnswer: Answer = ok) => {
      answer = newAnswer
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
