import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import { afterEach, expect, it } from 'vitest'

import { endSlowBody } from './slow-bodies'

const PACE = { graceMs: 60, bytesPerSecond: 10_000 }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server that reads the whole body and answers with its size after `answerMs`. */
async function connectToServer(answerMs = 0) {
  const server = createServer((request, response) => {
    endSlowBody(request, response, PACE)
    let size = 0
    request.on('data', (chunk: Buffer) => (size += chunk.length))
    request.on('error', () => undefined)
    request.on('end', () => setTimeout(() => response.end(String(size)), answerMs))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: the address of a TCP server is never a pipe name.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  closers.push(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  let responseText = ''
  socket.on('data', (chunk) => (responseText += String(chunk)))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, receivedText: () => responseText, isClosed: once(socket, 'close') }
}
const post = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`

it('answers 408 to a body that does not arrive', async () => {
  const { socket, receivedText, isClosed } = await connectToServer()
  socket.write(`${post(10)}abc`)
  await isClosed
  expect(receivedText()).toMatch(/^HTTP\/1\.1 408 /)
})

it('answers 408 to a body of unknown length that arrives too slowly', async () => {
  const { socket, receivedText, isClosed } = await connectToServer()
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  const trickle = setInterval(() => socket.write('1\r\na\r\n'), 5)
  await isClosed
  clearInterval(trickle)
  expect(receivedText()).toMatch(/^HTTP\/1\.1 408 /)
})

it('accepts a slow body that is fast enough', async () => {
  const { socket, receivedText, isClosed } = await connectToServer()
  socket.write(post(10_000))
  let remaining = 20
  const pour = setInterval(() => {
    socket.write('x'.repeat(500))
    remaining -= 1
    if (remaining === 0) clearInterval(pour)
  }, 10)
  await isClosed
  expect(receivedText()).toMatch(/^HTTP\/1\.1 200 [^]*10000$/)
})

it('does not interrupt a late answer', async () => {
  const { socket, receivedText, isClosed } = await connectToServer(200)
  socket.write(`${post(3)}abc`)
  await isClosed
  expect(receivedText()).toMatch(/^HTTP\/1\.1 200 [^]*3$/)
})
