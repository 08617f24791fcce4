import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createClient } from '@/lib/client/client'
import { ApiError } from '@/lib/domain/api-error'
import type { CallService } from '@/lib/panel/context'
import { peselOf } from '@/lib/testing/identifiers'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { monitorLine, type MonitorLine } from './contract/monitors'
import { monitorLines } from './handlers'

describe.each(sqliteOnly)('the stream of all monitors on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  function callServiceOf(accountId: string): CallService {
    const principal = service.principalOf(accountId)
    const call = createClient((path, init) =>
      service.service.handleFor(principal, new Request(`http://service.invalid${path}`, init)),
    )
    return (name, input) => call(name, input)
  }
  async function readAll(callService: CallService, signal = new AbortController().signal): Promise<MonitorLine[]> {
    const lines: MonitorLine[] = []
    for await (const line of monitorLines({ callService, signal })) lines.push(monitorLine.parse(line))
    return lines
  }
  async function createMonitors(count: number) {
    const { accountId, apiKey } = await service.createAccount()
    for (let from = 1; from <= count; from += 1000) {
      const items = Array.from({ length: Math.min(1000, count - from + 1) }, (_, index) => ({
        identifier_type: 'krs',
        identifier_value: String(from + index).padStart(10, '0'),
        label: `Spółka ${from + index}`,
      }))
      expect((await service.request(apiKey, 'POST', '/v1/monitors/bulk', { items })).status).toBe(200)
    }
    return { accountId, apiKey, callService: callServiceOf(accountId) }
  }

  it('contains every monitor once, newest first, and an end line', async () => {
    const { callService } = await createMonitors(2300)
    const lines = await readAll(callService)
    const rows = lines.flatMap((line) => ('rows' in line ? line.rows : []))
    expect(rows.map(([, , number]) => Number(number))).toEqual(Array.from({ length: 2300 }, (_, at) => 2300 - at))
    expect(lines.map((line) => ('rows' in line ? line.total : null))).toEqual([2300, 2300, 2300, null])
    expect(lines.at(-1)).toEqual({ end: true, count: 2300 })
  })

  it('contains no monitor of another account, and ends if there is none', async () => {
    const { accountId } = await service.createAccount()
    expect(await readAll(callServiceOf(accountId))).toEqual([
      { rows: [], total: 0 },
      { end: true, count: 0 },
    ])
  })

  it('contains no personal number', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const pesel = peselOf(1)
    const items = [{ identifier_type: 'pesel', identifier_value: pesel, label: `Jan, PESEL ${pesel}` }]
    await service.request(apiKey, 'POST', '/v1/monitors/bulk', { items })
    const text = JSON.stringify(await readAll(callServiceOf(accountId)))
    expect(text).not.toContain(pesel)
    expect(text).toContain(`${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`)
  })

  it('continues after a short rate limit', async () => {
    const { callService } = await createMonitors(1100)
    let calls = 0
    const limited: CallService = (name, input) => {
      calls += 1
      if (calls === 2) throw new ApiError('slow down', { status: 429, code: 'rate_limited', retryAfterS: 0 })
      return callService(name, input)
    }
    expect((await readAll(limited)).at(-1)).toEqual({ end: true, count: 1100 })
    expect(calls).toBe(3)
  })

  it('contains the error that interrupted it', async () => {
    const { callService } = await createMonitors(1100)
    let calls = 0
    const broken: CallService = (name, input) => {
      calls += 1
      if (calls === 2) throw new ApiError('gone', { status: 502, code: 'broken', requestId: 'r-1' })
      return callService(name, input)
    }
    const lines = await readAll(broken)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatchObject({ error: { status: 502, code: 'broken', request_id: 'r-1' } })
  })

  it('contains the time to wait when a rate limit is too long to wait for', async () => {
    const { callService } = await createMonitors(1100)
    let calls = 0
    const limited: CallService = (name, input) => {
      calls += 1
      if (calls === 2) throw new ApiError('slow down', { status: 429, code: 'rate_limited', retryAfterS: 90 })
      return callService(name, input)
    }
    expect((await readAll(limited)).at(-1)).toMatchObject({ error: { status: 429, retry_after_s: 90 } })
  })

  it('makes no further calls once it is aborted', async () => {
    const { callService } = await createMonitors(1100)
    const controller = new AbortController()
    const lines: MonitorLine[] = []
    for await (const line of monitorLines({ callService, signal: controller.signal })) {
      lines.push(line)
      controller.abort()
    }
    expect(lines.filter((line) => 'rows' in line)).toHaveLength(1)
  })
})
