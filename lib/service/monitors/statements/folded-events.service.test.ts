import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listMarks, putMarks } from '@/lib/features/events/statements/event-reads'
import { foldKept } from '@/lib/storage/migrations/021-folded-events'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

describe.each(engines)('events stored before events were folded, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('are folded per account under the first event of the announcement and subject, which keeps its mark', async () => {
    const { db } = service.storage
    const at = service.clock.now().toISOString()
    const [one, other] = [await service.createAccount(), await service.createAccount()].map(
      ({ accountId }) => accountId,
    )
    const { id: userId } = await makeMember(service.storage, { accountId: one!, at })
    const common = { source: 'krs', announcement_id: 'KRS/1', title: null, created_at: at, day: '2026-11-20' }
    const event = (account_id: string, id: number, identifier: readonly [type: string, value: string, name?: null]) => {
      const [identifier_type, identifier_value, subject_name = 'ERBUD SA'] = identifier
      const subject = { identifier_type, identifier_value, subject_name, monitor_id: `m-${identifier_type}` }
      return { ...common, ...subject, account_id, id, lead_id: id, kind: 'other', search_text: '' }
    }
    const stored = [
      event(one!, 1, ['krs', '0000001764']),
      event(one!, 2, ['nip', '5261003187']),
      event(one!, 3, ['nip', '7740001454']),
      event(one!, 4, ['regon', '010732630', null]),
      event(other!, 2, ['nip', '5261003187']),
      event(other!, 3, ['krs', '0000001764']),
    ]
    await db.insertInto('panel_events').values(stored).execute()
    const markKey = { accountId: one!, userId, turn: 0 }
    await putMarks(
      asAccountTx(db),
      markKey,
      [1, 2, 3].map((event_id) => ({ event_id, is_read: 0 })),
    )

    await foldKept(db as Kysely<unknown>, (account) => sql`select user_id from members where account_id = ${account}`)

    const rows = db.selectFrom('panel_events').select(['account_id', 'id', 'lead_id']).orderBy('id')
    const leadsOf = async (account: string) =>
      (await rows.where('account_id', '=', account).execute()).map(({ id, lead_id: lead }) => [id, lead])
    expect(await leadsOf(one!)).toEqual([
      [1, 1],
      [2, 1],
      [3, 3],
      [4, 4],
    ])
    expect(await leadsOf(other!)).toEqual([
      [2, 2],
      [3, 2],
    ])
    const marks = await listMarks(db, markKey, { from: 0, to: 10 })
    expect(new Set(marks.map(({ event_id: id }) => id))).toEqual(new Set([1, 3]))
  })
})
