import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

describe.each(engines)('messages that cannot be rendered for their channel, on %s', (engine) => {
  let service: TestService
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await startReceiver()
    service = await startTestService({ engine, now: new Date().toISOString() })
  })
  beforeEach(() => {
    receiver.received.length = 0
  })
  afterAll(async () => {
    await service.stop()
    await receiver.stop()
  })

  it.each([
    ['slack', '{"title":1}'],
    ['teams', '{"title":1}'],
    ['webhook', '{"data":'],
    ['webhook', 'null'],
  ] as const)('become dead after one attempt in %s: %s', async (kind, message) => {
    const { accountId } = await service.createAccount()
    const client = await openChannelsClient(service, accountId)
    const { channel } = await client.create({ url: receiver.url, kind })
    const [damaged] = await client.queue(channel.id, ['a'])
    await client.queue(channel.id, ['a'], { id: 'msg_follows' })
    const change = service.storage.db.updateTable('deliveries').set({ message })
    await change.where('id', '=', damaged ?? '').execute()
    const startedMs = performance.now()
    await runSendJob(service, { clock: () => new Date(service.clock.now().getTime() + performance.now() - startedMs) })
    const { items } = await client.list()
    expect(items.find(({ id }) => id === damaged)).toMatchObject({
      state: 'dead',
      error: 'unreadable_message',
      attempts: 1,
      next_at: null,
    })
    expect((await client.get(damaged ?? '')).history).toMatchObject([{ error: 'unreadable_message', status: null }])
    // Later messages of the same subject are not blocked, and the channel is not reported as failing.
    expect(items.find(({ id }) => id !== damaged)).toMatchObject({ state: 'delivered' })
    expect(receiver.received).toHaveLength(1)
    expect((await client.channels())[0]).toMatchObject({ failing_since: null })
  })
})
