import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { askRemote } = await import('./remote')

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A service that answers the first call of every connection and then cuts it as soon as another comes. */
async function startCutting(): Promise<{ url: string; connections: () => number }> {
  const used = new WeakSet<Socket>()
  let connections = 0
  const answer = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{"ok":true}')
  server = createServer(({ socket }, response) => {
    if (used.has(socket)) return socket.destroy()
    used.add(socket)
    return answer(response)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, connections: () => connections }
}

const ask = async (url: string, init: RequestInit = {}) => {
  const answer = await askRemote({ url, apiKey: 'key' }, new Request('http://panel.test/v1/filters', init))
  await answer.text()
  return answer.status
}

test('a GET that meets kept connections which have died is made once more on a new one', async () => {
  const { url, connections } = await startCutting()
  expect(await Promise.all([ask(url), ask(url)])).toEqual([200, 200])
  expect(connections()).toBe(2)
  // Both are kept and both are dead.
  expect(await ask(url)).toBe(200)
  expect(connections()).toBe(3)
})

test('a POST is not: it may have been done', async () => {
  const { url, connections } = await startCutting()
  expect(await ask(url)).toBe(200)
  const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'content-length': '2' } }
  expect(await ask(url, body)).toBe(502)
  expect(connections()).toBe(1)
})
