import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const answers = vi.hoisted(() => ({ next: (): Promise<Response> => Promise.resolve(new Response('file')) }))
vi.mock('../http/panel-api', () => ({ handlePanelRequest: () => answers.next() }))
vi.mock('../http/proxy', () => ({ proxy: () => answers.next() }))
const { withDirectFiles } = await import('./direct')

const FILE = '/api/v1/reports/download/r-1'
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  answers.next = () => Promise.resolve(new Response('file'))
})

async function startServer() {
  const handle = withDirectFiles((_request, response) => response.end('next'))
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  // Safe: the server listens at a port.
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const clientRequest = httpRequest({ port, host: '127.0.0.1', path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => (text += part))
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      })
      clientRequest.on('error', reject)
      clientRequest.end()
    })
}

describe('direct files', () => {
  it('are answered by their own handler, and all other requests by Next', async () => {
    const get = await startServer()
    expect(await get(FILE)).toEqual({ status: 200, text: 'file' })
    expect(await get('/api/v1/reports')).toEqual({ status: 200, text: 'next' })
  })

  it('with an invalid host are refused, and the process keeps running', async () => {
    const get = await startServer()
    for (const host of ['a:b@c', 'a b', ':', '[']) expect((await get(FILE, { host })).status).toBe(400)
    expect((await get(FILE)).status).toBe(200)
  })

  it('break the connection when the answer cannot be sent or is shorter than declared', async () => {
    const get = await startServer()
    answers.next = () => Promise.resolve(new Response('short', { headers: { 'content-length': '9' } }))
    await expect(get(FILE)).rejects.toThrow()
    answers.next = () => Promise.reject(new Error('unforeseen'))
    await expect(get(FILE)).rejects.toThrow()
    answers.next = () => Promise.resolve(new Response('file'))
    expect((await get(FILE)).text).toBe('file')
  })
})
