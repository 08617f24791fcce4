import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { deliveryContextOf } from '@/lib/panel/outgoing/outgoing'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { endDeliveries, sendDeliveriesSoon } from './job'

describe.each(engines)('a process that stops while it sends, on %s', (engine) => {
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

  it('ends what is under way, writes what came of it, and begins nothing more', async () => {
    const { accountId } = await at.createAccount()
    const desk = await openChannelsClient(at, accountId)
    const { channel } = await desk.create({ url: receiver.url })
    const answers: (() => void)[] = []
    receiver.answerWith((_, response) => answers.push(() => response.writeHead(204).end()))
    await desk.queue(
      channel.id,
      Array.from({ length: 60 }, (_, index) => `subject ${index}`),
    )
    const of = {
      ...deliveryContextOf(desk.context()),
      clock: () => at.clock.now(),
      outgoing: { ...loopback, timeoutMs: 10_000 },
    }
    sendDeliveriesSoon(of)
    await expect.poll(() => answers.length).toBe(24)
    let hasEnded = false
    const ended = endDeliveries(at.storage).then(() => {
      hasEnded = true
      return undefined
    })
    sendDeliveriesSoon(of)
    expect(hasEnded).toBe(false)
    for (const answer of answers) answer()
    await ended
    const states = async () => (await desk.list({ limit: 60 })).items.map(({ state }) => state)
    expect((await states()).filter((state) => state === 'delivered')).toHaveLength(24)
    await runSendJob(at)
    expect(receiver.received).toHaveLength(24)
    expect((await states()).filter((state) => state === 'waiting')).toHaveLength(36)
  })
})
