import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { startReceiver, type TestReceiver } from '@/lib/testing/delivery/receiver'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

describe.each(engines)('messages that cannot be put into the form of their channel, on %s', (engine) => {
  let at: TestService
  let receiver: TestReceiver
  beforeAll(async () => {
    receiver = await startReceiver()
    at = await startTestService({ engine, now: new Date().toISOString() })
  })
  beforeEach(() => {
    receiver.received.length = 0
  })
  afterAll(async () => {
    await at.stop()
    await receiver.stop()
  })

  it.each([
    ['slack', '{"title":1}'],
    ['teams', '{"title":1}'],
    ['webhook', '{"data":'],
    ['webhook', 'null'],
  ] as const)('are dead at once in %s: %s', async (kind, message) => {
    const { accountId } = await at.createAccount()
    const desk = await openChannelsClient(at, accountId)
    const { channel } = await desk.create({ url: receiver.url, kind })
    const [damaged] = await desk.queue(channel.id, ['a'])
    await desk.queue(channel.id, ['a'], { id: 'msg_follows' })
    const change = at.storage.db.updateTable('deliveries').set({ message })
    await change.where('id', '=', damaged ?? '').execute()
    const startedMs = performance.now()
    await runSendJob(at, { clock: () => new Date(at.clock.now().getTime() + performance.now() - startedMs) })
    const { items } = await desk.list()
    expect(items.find(({ id }) => id === damaged)).toMatchObject({
      state: 'dead',
      error: 'unreadable_message',
      attempts: 1,
      next_at: null,
    })
    expect((await desk.get(damaged ?? '')).history).toMatchObject([{ error: 'unreadable_message', status: null }])
    // Later messages of the same subject are not blocked, and the channel is not reported as failing.
    expect(items.find(({ id }) => id !== damaged)).toMatchObject({ state: 'delivered' })
    expect(receiver.received).toHaveLength(1)
    expect((await desk.channels())[0]).toMatchObject({ failing_since: null })
  })
})
