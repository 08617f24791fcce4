import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { callRemote } = await import('./remote')

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A service that answers the first call of every connection and cuts it when another comes. */
async function startCuttingService(): Promise<{ url: string; connections: () => number }> {
  const usedSockets = new WeakSet<Socket>()
  let connections = 0
  const answer = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{"ok":true}')
  server = createServer(({ socket }, response) => {
    if (usedSockets.has(socket)) return socket.destroy()
    usedSockets.add(socket)
    return answer(response)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, connections: () => connections }
}

const requestStatus = async (url: string, path = '/v1/filters', init: RequestInit = {}) => {
  const answer = await callRemote({ url, apiKey: 'key' }, new Request(`http://panel.test${path}`, init))
  await answer.text()
  return answer.status
}

test('a GET that meets dead pooled connections is repeated on a new one', async () => {
  const { url, connections } = await startCuttingService()
  expect(await Promise.all([requestStatus(url), requestStatus(url)])).toEqual([200, 200])
  expect(connections()).toBe(2)
  // Both pooled connections are dead.
  expect(await requestStatus(url)).toBe(200)
  expect(connections()).toBe(3)
})

const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'content-length': '2' } }

test('a write or paid call never uses a pooled connection', async () => {
  const { url, connections } = await startCuttingService()
  expect(await requestStatus(url)).toBe(200)
  expect(await requestStatus(url, '/v1/filters', post)).toBe(200)
  expect(await requestStatus(url, '/v1/record?krs=18')).toBe(200)
  expect(await requestStatus(url, '/v1/what-nobody-knows')).toBe(200)
  expect(connections()).toBe(4)
})

test('a write or paid call is sent once, because it may have been charged without an answer', async () => {
  let calls = 0
  server = createServer(({ socket }) => {
    calls += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  for (const path of ['/v1/record?krs=18', '/v1/stream']) expect(await requestStatus(url, path), path).toBe(502)
  expect(await requestStatus(url, '/v1/filters', post)).toBe(502)
  expect(calls).toBe(3)
})
