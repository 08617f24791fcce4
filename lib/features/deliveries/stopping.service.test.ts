import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { deliveryContextOf } from '@/lib/panel/outgoing/outgoing'
import { loopback, openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { endDeliveries, sendDeliveriesSoon } from './job'

describe.each(engines)('a process that stops while it sends, on %s', (engine) => {
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

  it('finishes and records the requests that are under way, and starts no more', async () => {
    const { accountId } = await service.createAccount()
    const client = await openChannelsClient(service, accountId)
    const { channel } = await client.create({ url: receiver.url })
    const answers: (() => void)[] = []
    receiver.answerWith((_, response) => answers.push(() => response.writeHead(204).end()))
    await client.queue(
      channel.id,
      Array.from({ length: 60 }, (_, index) => `subject ${index}`),
    )
    const context = {
      ...deliveryContextOf(client.context()),
      clock: () => service.clock.now(),
      outgoing: { ...loopback, timeoutMs: 10_000 },
    }
    sendDeliveriesSoon(context)
    await expect.poll(() => answers.length).toBe(24)
    let hasEnded = false
    const ending = endDeliveries(service.storage).then(() => {
      hasEnded = true
      return undefined
    })
    sendDeliveriesSoon(context)
    expect(hasEnded).toBe(false)
    for (const answer of answers) answer()
    await ending
    const states = async () => (await client.list({ limit: 60 })).items.map(({ state }) => state)
    expect((await states()).filter((state) => state === 'delivered')).toHaveLength(24)
    await runSendJob(service)
    expect(receiver.received).toHaveLength(24)
    expect((await states()).filter((state) => state === 'waiting')).toHaveLength(36)
  })
})
