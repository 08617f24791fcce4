import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, it } from 'vitest'

import { endUnread } from './unread-answers'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function request(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  endUnread(server, { unreadMs: 100, everyMs: 10 })
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // Safe: the address of a TCP server is never a pipe name.
  const outgoing = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return incoming
}
const CHUNK = Buffer.alloc(1_000_000)

it('closes the connection if the client does not read the answer', async () => {
  let isCut: Promise<unknown> = Promise.resolve()
  const incoming = await request((response) => {
    isCut = once(response, 'close')
    const more = () => {
      while (response.write(CHUNK));
    }
    response.on('drain', more)
    more()
  })
  incoming.pause()
  await isCut
})

it('does not close the connection while an answer is read slowly or its next part is not ready', async () => {
  const slowly = await request((response) => {
    let remainingChunks = 12
    const more = () => {
      remainingChunks -= 1
      if (remainingChunks === 0) response.end('end')
      else response.write(CHUNK, () => setTimeout(more, 5))
    }
    more()
  })
  let receivedBytes = 0
  for await (const chunk of slowly) {
    receivedBytes += (chunk as Buffer).length
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(receivedBytes).toBe(11 * CHUNK.length + 3)
  const waiting = await request((response) => {
    response.write('begin ')
    setTimeout(() => response.end('end'), 300)
  })
  let text = ''
  for await (const chunk of waiting) text += String(chunk)
  expect(text).toBe('begin end')
})
