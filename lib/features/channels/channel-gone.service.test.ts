import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { queueToChannels } from '@/lib/features/deliveries/queue'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { messageOf, openChannelsClient } from '@/lib/testing/delivery/channels'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { channelRows, updateChannel } from './statements'

describe.each(sqliteOnly)('channels deleted while something is queued for them, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it.each(['marked as deleted', 'deleted with their owner'] as const)(
    'receive nothing once they are %s',
    async (deletion) => {
      const { accountId } = await service.createAccount()
      const channelsClient = await openChannelsClient(service, accountId)
      const channels = await Promise.all(
        ['A', 'B'].map(
          async (name) => (await channelsClient.create({ url: 'http://127.0.0.1:9/', name, is_team: false })).channel,
        ),
      )
      const [deleted, remaining] = channels
      let release = () => undefined as void
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      let signalStart = () => undefined as void
      const started = new Promise<void>((resolve) => {
        signalStart = resolve
      })
      // Deletes without the account's lock, as an older version or a manual statement might.
      const deleting = service.storage.db.transaction().execute(async (db) => {
        const owner = { accountId, userId: channelsClient.user.id }
        if (deletion === 'marked as deleted') {
          await updateChannel(db, deleted!.id, { state: 'off', deleted_at: service.clock.now().toISOString() })
        } else {
          await updateChannel(db, remaining!.id, { owner: randomUUID() })
          await channelRows.deleteOf(asAccountTx(db), owner)
        }
        signalStart()
        await released
      })
      await started
      const queued = channels.map(({ id }) => ({
        accountId,
        channelId: id,
        ruleId: null,
        noticeId: null,
        subjectKey: 'a',
        message: messageOf(),
        language: 'pl' as const,
        now: service.clock.now(),
      }))
      const queueing = inAccounts(service.storage, [accountId], (db) => queueToChannels(db, queued))
      // Gives the queueing transaction time to block on the uncommitted deletion.
      await new Promise((resolve) => setTimeout(resolve, 50))
      release()
      await deleting
      const ids = await queueing
      expect(ids.map((id) => id !== undefined)).toEqual([false, true])
      const rows = await service.storage.db
        .selectFrom('deliveries')
        .select('channel_id')
        .where('account_id', '=', accountId)
        .execute()
      expect(rows).toEqual([{ channel_id: remaining?.id }])
    },
  )
})
