import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { queueToChannels } from '@/lib/features/deliveries/queue'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { messageOf, openChannelsClient } from '@/lib/testing/delivery/channels'
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

import { channelRows, updateChannel } from './statements'

describe.each(sqliteAlone)('channels that are deleted while something is queued for them, on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  afterAll(() => at.stop())

  it.each(['marked as deleted', 'gone with their owner'] as const)('get nothing once they are %s', async (how) => {
    const { accountId } = await at.createAccount()
    const desk = await openChannelsClient(at, accountId)
    const made = await Promise.all(
      ['A', 'B'].map(async (name) => (await desk.create({ url: 'http://127.0.0.1:9/', name, is_team: false })).channel),
    )
    const [gone, kept] = made
    let goOn = () => undefined as void
    const isHeld = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let begun = () => undefined as void
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    // Deletes without the account's lock, as an older version or a manual statement might.
    const deleting = at.storage.db.transaction().execute(async (db) => {
      const own = { accountId, userId: desk.user.id }
      if (how === 'marked as deleted') {
        await updateChannel(db, gone!.id, { state: 'off', deleted_at: at.clock.now().toISOString() })
      } else {
        await updateChannel(db, kept!.id, { owner: randomUUID() })
        await channelRows.deleteOf(asAccountTx(db), own)
      }
      begun()
      await isHeld
    })
    await hasBegun
    const queued = made.map(({ id }) => ({
      accountId,
      channelId: id,
      ruleId: null,
      noticeId: null,
      subjectKey: 'a',
      message: messageOf(),
      language: 'pl' as const,
      now: at.clock.now(),
    }))
    const queueing = inAccounts(at.storage, [accountId], (db) => queueToChannels(db, queued))
    // Gives the queueing transaction time to block on the uncommitted deletion.
    await new Promise((resolve) => setTimeout(resolve, 50))
    goOn()
    await deleting
    const ids = await queueing
    expect(ids.map((id) => id !== undefined)).toEqual([false, true])
    const rows = await at.storage.db
      .selectFrom('deliveries')
      .select('channel_id')
      .where('account_id', '=', accountId)
      .execute()
    expect(rows).toEqual([{ channel_id: kept?.id }])
  })
})
