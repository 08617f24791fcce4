import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as noticeList from './bzp-notice-list'
import * as notices from './bzp-notices'

describeStatements([noticeList, notices], (testStore, statements) => {
  const noticeOf = (id: string, overrides: Partial<Row<'bzp_notices'>> = {}) => {
    const { position: _, ...notice } = testStore.row('bzp_notices', {
      id,
      order_type: 'works',
      notice_type: 'contract',
      published_at: minute(1),
      day: '2026-11-20',
      province_code: 'PL63',
      cpv: ' 45 72 ',
      ...overrides,
    } as Partial<Row<'bzp_notices'>>)
    return notice
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')

  it('read and write notices', async () => {
    expect([await statements.newestNoticeAt(testStore.db), await statements.noticeSpan(testStore.db)]).toEqual([
      null,
      { upTo: 0, clearedUpTo: 0 },
    ])
    await statements.insertNotices(testStore.db, [
      noticeOf('b', { search_text: 'zielony most' }),
      noticeOf('a', { search_text: 'most 50% ab', authority_nip: 'n', day: '2026-11-21', published_at: minute(4) }),
    ])
    await statements.insertNotices(testStore.db, [])
    await testStore.db
      .transaction()
      .execute((tx) =>
        statements.insertNoticesWithin(tx, [
          noticeOf('b', { title: 'never' }),
          noticeOf('c', { search_text: 'droga "a" \\', published_at: minute(2) }),
        ]),
      )
    expect([
      await statements.noticePosition(testStore.db),
      (await statements.noticeSpan(testStore.db)).upTo,
      await statements.newestNoticeAt(testStore.db),
    ]).toEqual([4, 4, minute(4)])
    const after = async (from: number, upTo: number, limit = 9) =>
      (await statements.noticesAfter(testStore.db, { after: from, upTo, limit })).map(({ position }) => position)
    expect([await after(0, 4), await after(1, 3), await after(0, 9, 1)]).toEqual([[1, 2, 4], [2], [1]])
    const [first] = await statements.noticesAt(testStore.db, [1, 3])
    expect(statements.noticeOfRow(first!)).toMatchObject({
      id: 'b',
      title: '',
      cpv: ['45', '72'],
      offers_until: null,
      published_at: minute(1),
    })
    const query = { text: undefined, nip: undefined, from: undefined, to: undefined }
    const list = async (
      conditions: Partial<noticeList.NoticeListQuery>,
      page: { before?: number; limit?: number } = {},
    ) =>
      names(
        await statements.listNoticesBefore(testStore.db, {
          ...query,
          ...conditions,
          before: page.before,
          limit: page.limit ?? 9,
        }),
      )
    expect([
      await list({}),
      await list({}, { before: 4 }),
      await list({}, { limit: 1 }),
      await list({ from: '2026-11-21' }),
      await list({ to: '2026-11-20' }),
    ]).toEqual(['cab', 'ab', 'c', 'a', 'cb'])
    expect([
      await list({ text: 'most' }),
      await list({ text: '50%' }),
      await list({ text: 'ab' }),
      await list({ text: '0_ ' }),
      await list({ text: '"a" \\' }),
      await list({ text: 'ony', nip: 'n' }),
    ]).toEqual(['ab', 'a', 'a', '', 'c', 'ab'])
    expect([
      await statements.countNotices(testStore.db, query),
      await statements.countNotices(testStore.db, { ...query, text: 'most', to: '2026-11-20' }),
    ]).toEqual([3, 1])
    await statements.deleteNoticesBefore(testStore.db, minute(2))
    expect([await list({}), await list({ text: 'most' })]).toEqual(['ca', 'a'])
  })
})
