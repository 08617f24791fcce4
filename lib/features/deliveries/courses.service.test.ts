import type { ServerResponse } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { rounds } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const HOUR = 3_600_000
const hangs = rounds({ long: 1, short: 0 }) > 0

describe.each(engines)('the course of a delivery that always fails, on %s', (engine) => {
  let at: TestService
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await startReceiver()
    at = await startTestService({ engine, now: new Date().toISOString() })
  })
  afterAll(async () => {
    await at.stop()
    await receiver.stop()
  })

  const answers: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    status: (response) => response.writeHead(500).end('broken'),
    redirect: (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    ...(hangs && { timeout: () => undefined }),
    reset: (response) => response.destroy(),
    throttled: (response) => response.writeHead(503, { 'retry-after': '7200' }).end(),
  }

  it('is ten attempts within three days whatever the receiver does, then dead, and sent again under its id', async () => {
    const { accountId } = await at.createAccount()
    const desk = await openChannelsClient(at, accountId)
    const how = Object.keys(answers)
    const channels = new Map<string, string>()
    for (const name of how) {
      const { channel } = await desk.create({ url: `${receiver.url}/${name}`, name })
      channels.set(name, channel.id)
      await desk.queue(channel.id, ['a'])
    }
    receiver.answerWith(({ path }, response) => answers[path.split('/').at(-1) ?? '']?.(response))
    const begun = at.clock.now().getTime()
    const list = async () => (await desk.list()).items
    for (;;) {
      await runSendJob(at)
      const next = (await list()).flatMap(({ next_at: due }) => due ?? [])
      const [first] = next.toSorted((a, b) => a.localeCompare(b))
      if (first === undefined) break
      at.clock.set(first)
    }
    expect(at.clock.now().getTime() - begun).toBeLessThanOrEqual(72 * HOUR)
    const ended = await list()
    expect(ended.map(({ state }) => state)).toEqual(how.map(() => 'dead'))
    for (const each of ended) {
      const { history } = await desk.get(each.id)
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
        expect((times.at(-1) ?? 0) - begun).toBeGreaterThan(60 * HOUR)
      }
    }
    at.clock.advance(72 * HOUR)
    await runSendJob(at)
    const before = receiver.received.length
    expect(before).toBe(ended.reduce((sum, { attempts }) => sum + attempts, 0))
    receiver.answerWith()
    for (const id of channels.values()) await desk.replayDead(id, new Date(begun).toISOString())
    await expect
      .poll(async () => {
        await runSendJob(at)
        return (await list()).map(({ state }) => state)
      })
      .toEqual(how.map(() => 'delivered'))
    const idsOf = (received: TestReceiver['received']) => new Set(received.map(({ headers }) => headers['webhook-id']))
    expect(receiver.received).toHaveLength(before + how.length)
    expect(idsOf(receiver.received.slice(before))).toEqual(idsOf(receiver.received.slice(0, before)))
  }, 60_000)
})
