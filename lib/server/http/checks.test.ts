import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { HttpError } from '@/lib/http/errors'
import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { answering } = await import('./checks')

const logged: unknown[] = []
beforeAll(() => setTestRuntime({ log: { error: (fields: unknown) => logged.push(fields) } }))
afterAll(() => setTestRuntime({}))

const outage = Object.assign(new Error('connect ECONNREFUSED of the store'), { code: 'ECONNREFUSED' })

it.each([
  {
    what: 'a refusal',
    thrown: new HttpError('role_required', 'Not yours'),
    status: 403,
    code: 'role_required',
    lines: 0,
  },
  { what: 'an outage of the store', thrown: outage, status: 503, code: 'unavailable', lines: 1 },
  { what: 'a failure of ours', thrown: new Error('secret words'), status: 500, code: 'internal', lines: 1 },
])('$what becomes an answer with a request id', async ({ thrown, status, code, lines }) => {
  logged.length = 0
  const answer = await answering(new Request('http://127.0.0.1/api/v1/usage/api'), () => Promise.reject(thrown))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null)
  const body = await answer.text()
  expect(JSON.parse(body)).toMatchObject({ detail: { code } })
  expect(body).not.toMatch(/secret|ECONNREFUSED/)
  expect(logged).toHaveLength(lines)
})

it('what fails after the caller went away is no failure of ours', async () => {
  logged.length = 0
  const request = new Request('http://127.0.0.1/api/v1/usage/api', { signal: AbortSignal.abort() })
  expect((await answering(request, () => Promise.reject(new Error('aborted')))).status).toBe(499)
  expect(logged).toEqual([])
})
