import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as noticeList from './bzp-notice-list'
import * as notices from './bzp-notices'

describeStatements([noticeList, notices], (at, on) => {
  const noticeOf = (id: string, given: Partial<Row<'bzp_notices'>> = {}) => {
    const { position: _, ...notice } = at.row('bzp_notices', {
      id,
      order_type: 'works',
      notice_type: 'contract',
      published_at: minute(1),
      day: '2026-11-20',
      province_code: 'PL63',
      cpv: ' 45 72 ',
      ...given,
    } as Partial<Row<'bzp_notices'>>)
    return notice
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')

  it('of notices', async () => {
    expect([await on.newestNoticeAt(at.db), await on.noticeSpan(at.db)]).toEqual([null, { upTo: 0, clearedUpTo: 0 }])
    await on.insertNotices(at.db, [
      noticeOf('b', { search_text: 'zielony most' }),
      noticeOf('a', { search_text: 'most 50% ab', authority_nip: 'n', day: '2026-11-21', published_at: minute(4) }),
    ])
    await on.insertNotices(at.db, [])
    await at.db
      .transaction()
      .execute((tx) =>
        on.insertNoticesWithin(tx, [
          noticeOf('b', { title: 'never' }),
          noticeOf('c', { search_text: 'droga "a" \\', published_at: minute(2) }),
        ]),
      )
    expect([await on.noticePosition(at.db), (await on.noticeSpan(at.db)).upTo, await on.newestNoticeAt(at.db)]).toEqual(
      [4, 4, minute(4)],
    )
    const after = async (from: number, upTo: number, limit = 9) =>
      (await on.noticesAfter(at.db, { after: from, upTo, limit })).map(({ position }) => position)
    expect([await after(0, 4), await after(1, 3), await after(0, 9, 1)]).toEqual([[1, 2, 4], [2], [1]])
    const [first] = await on.noticesAt(at.db, [1, 3])
    expect(on.noticeOfRow(first!)).toMatchObject({
      id: 'b',
      title: '',
      cpv: ['45', '72'],
      offers_until: null,
      published_at: minute(1),
    })
    const query = { text: undefined, nip: undefined, from: undefined, to: undefined }
    const list = async (given: Partial<noticeList.NoticeListQuery>, page: { before?: number; limit?: number } = {}) =>
      names(await on.listNoticesBefore(at.db, { ...query, ...given, before: page.before, limit: page.limit ?? 9 }))
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
      await on.countNotices(at.db, query),
      await on.countNotices(at.db, { ...query, text: 'most', to: '2026-11-20' }),
    ]).toEqual([3, 1])
    await on.deleteNoticesBefore(at.db, minute(2))
    expect([await list({}), await list({ text: 'most' })]).toEqual(['ca', 'a'])
  })
})
