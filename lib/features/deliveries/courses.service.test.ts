import type { ServerResponse } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { rounds } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const HOUR = 3_600_000
const includesTimeouts = rounds({ long: 1, short: 0 }) > 0

describe.each(engines)('deliveries that always fail, on %s', (engine) => {
  let service: TestService
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await startReceiver()
    service = await startTestService({ engine, now: new Date().toISOString() })
  })
  afterAll(async () => {
    await service.stop()
    await receiver.stop()
  })

  const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    status: (response) => response.writeHead(500).end('broken'),
    redirect: (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    ...(includesTimeouts && { timeout: () => undefined }),
    reset: (response) => response.destroy(),
    throttled: (response) => response.writeHead(503, { 'retry-after': '7200' }).end(),
  }

  it('become dead within three days for any answers of the receiver, after ten attempts unless throttled, and can be replayed', async () => {
    const { accountId } = await service.createAccount()
    const client = await openChannelsClient(service, accountId)
    const answerNames = Object.keys(answers)
    const channels = new Map<string, string>()
    for (const name of answerNames) {
      const { channel } = await client.create({ url: `${receiver.url}/${name}`, name })
      channels.set(name, channel.id)
      await client.queue(channel.id, ['a'])
    }
    receiver.answerWith(({ path }, response) => answers[path.split('/').at(-1) ?? '']?.(response))
    const startedAtMs = service.clock.now().getTime()
    const list = async () => (await client.list()).items
    for (;;) {
      await runSendJob(service)
      const next = (await list()).flatMap(({ next_at: nextAt }) => nextAt ?? [])
      const [first] = next.toSorted((a, b) => a.localeCompare(b))
      if (first === undefined) break
      service.clock.set(first)
    }
    expect(service.clock.now().getTime() - startedAtMs).toBeLessThanOrEqual(72 * HOUR)
    const deliveries = await list()
    expect(deliveries.map(({ state }) => state)).toEqual(answerNames.map(() => 'dead'))
    for (const each of deliveries) {
      const { history } = await client.get(each.id)
      expect(history.map(({ number }) => number)).toEqual(history.map((_, index) => index + 1))
      const times = history.map((attempt) => Date.parse(attempt.at))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      if (each.receiver === 'throttled') {
        // The receiver sends a Retry-After of two hours each time.
        expect(history[0]).toMatchObject({ status: 503, error: 'status' })
        expect(Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toBeGreaterThanOrEqual(
          2 * HOUR,
        )
      } else {
        expect(history.map(({ error }) => error)).toEqual(Array.from({ length: 10 }, () => each.receiver))
        expect((times.at(-1) ?? 0) - startedAtMs).toBeGreaterThan(60 * HOUR)
      }
    }
    service.clock.advance(72 * HOUR)
    await runSendJob(service)
    const before = receiver.received.length
    expect(before).toBe(deliveries.reduce((sum, { attempts }) => sum + attempts, 0))
    receiver.answerWith()
    for (const id of channels.values()) await client.replayDead(id, new Date(startedAtMs).toISOString())
    await expect
      .poll(async () => {
        await runSendJob(service)
        return (await list()).map(({ state }) => state)
      })
      .toEqual(answerNames.map(() => 'delivered'))
    const idsOf = (received: TestReceiver['received']) => new Set(received.map(({ headers }) => headers['webhook-id']))
    expect(receiver.received).toHaveLength(before + answerNames.length)
    expect(idsOf(receiver.received.slice(before))).toEqual(idsOf(receiver.received.slice(0, before)))
  }, 60_000)
})
