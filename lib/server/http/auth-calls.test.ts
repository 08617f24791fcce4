import { NextRequest } from 'next/server'
import { expect, it, vi } from 'vitest'

import { HttpError } from '@/lib/http/errors'
import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
setTestRuntime({ env: {} })
const { readAuthCall } = await import('./auth-calls')

const call = (method: string, path: string, body?: BodyInit) => {
  const init = { method, ...(body !== undefined && { body, duplex: 'half' as const }) }
  return readAuthCall(new NextRequest(`http://panel.test/api/auth/${path}`, init), path.split('/'))
}
const refusalOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof HttpError ? [error.status, error.headers['allow']] : undefined
}

it.each(['_log', 'providers', 'verify-request', 'callback', 'callback/other', 'nothing', 'constructor', '', 'csrf/x'])(
  'auth path "%s" returns 404',
  async (path) => {
    expect(await refusalOf(call('GET', path))).toEqual([404, undefined])
    expect(await refusalOf(call('POST', path, 'x'))).toEqual([404, undefined])
  },
)

it.each([
  ['POST', 'csrf', 'GET'],
  ['POST', 'session', 'GET'],
  ['POST', 'signin', 'GET'],
  ['GET', 'callback/credentials', 'POST'],
  ['DELETE', 'signout', 'GET, POST'],
])('%s %s returns 405 with the allowed methods', async (method, path, allow) => {
  expect(await refusalOf(call(method, path))).toEqual([405, allow])
})

it.each([
  ['http://panel.test', undefined],
  ['http://other.test', [403, undefined]],
  ['null', [403, undefined]],
])('a form is accepted only from the origin of the panel: %s', async (origin, refusal) => {
  const headers = { origin, host: 'panel.test' }
  const request = new NextRequest('http://panel.test/api/auth/signout', { method: 'POST', headers, body: 'x' })
  expect(await refusalOf(readAuthCall(request, ['signout']))).toEqual(refusal)
})

it('a sign-in request is passed on unchanged', async () => {
  const request = await call('POST', 'callback/credentials', 'email=a%40b.test&password=%C5%BC')
  expect([request.method, request.nextUrl.pathname]).toEqual(['POST', '/api/auth/callback/credentials'])
  expect(await request.text()).toBe('email=a%40b.test&password=%C5%BC')
})

it('at most 16 kB of a body is read, with or without a declared length', async () => {
  expect(await refusalOf(call('POST', 'signout', 'x'.repeat(16_000)))).toBeUndefined()
  expect(await refusalOf(call('POST', 'signout', 'x'.repeat(16_001)))).toEqual([413, undefined])
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1000
      controller.enqueue(new Uint8Array(1000))
    },
  })
  expect(await refusalOf(call('POST', 'signout', endless))).toEqual([413, undefined])
  expect(sent).toBeLessThan(40_000)
})
