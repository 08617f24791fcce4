import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { insertEntry } from '@/lib/features/audit/statements/audit'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as downloads from './statements'

describeStatements([downloads], (store, statements) => {
  const make = async (accountId: string) => {
    const id = (name: string) => `${name}-${accountId}`
    const putDownload = (name: string, overrides: Partial<Row<'report_downloads'>> = {}) =>
      statements.insertReportDownload(
        store.db,
        store.row('report_downloads', {
          id: id(name),
          account_id: accountId,
          report_id: name,
          report_date: '2026-11-20',
          source: 'krs',
          format: 'csv',
          user_email: 'a@x',
          at: minute(1),
          ...overrides,
        }),
      )
    const read = async (name: string) => statements.findReportDownload(store.db, id(name))
    return { id, put: putDownload, read }
  }

  it('store the progress of downloads and never change a complete one', async () => {
    const { id, put, read } = await make(await store.account())
    expect([await put('a'), await put('a'), await put('b')]).toEqual([true, false, true])
    const update = (bytes: number, is_whole: number, moment: number) =>
      statements.updateReportDownload(store.db, id('a'), { bytes, is_whole, at: minute(moment) })
    await update(5, 0, 2)
    await update(4, 0, 3)
    expect(await read('a')).toMatchObject({ bytes: 5, is_whole: 0, at: minute(2) })
    await statements.restartReportDownload(store.db, id('a'), { etag: 'e', at: minute(4) })
    expect(await read('a')).toMatchObject({ bytes: 0, etag: 'e', at: minute(4) })
    await update(9, 1, 5)
    await update(9, 0, 6)
    await statements.restartReportDownload(store.db, id('a'), { etag: 'f', at: minute(7) })
    await statements.touchDownloads(store.db, [id('a'), id('b')], minute(8))
    expect(await read('a')).toMatchObject({ bytes: 9, is_whole: 1, etag: 'e', at: minute(5) })
    expect(await read('b')).toMatchObject({ bytes: 0, is_whole: 0, at: minute(8) })
    await statements.markDownloaded(store.db, [id('b')], minute(9))
    expect(await read('b')).toMatchObject({ is_whole: 1, at: minute(9) })
  })

  it('list complete downloads of a user and of all users by day', async () => {
    const accountId = await store.account()
    const [userId, other] = [await store.member(accountId), await store.member(accountId)]
    const { put } = await make(accountId)
    await put('a', { user_id: userId, is_whole: 1, at: minute(2) })
    await put('b', { user_id: userId, is_whole: 1, at: minute(4), report_id: 'a' })
    await put('c', { user_id: userId, at: minute(3) })
    await put('d', { user_id: other, is_whole: 1, at: minute(5), report_date: '2026-11-21' })
    await put('e', { user_id: other, is_whole: 1, at: minute(6), report_date: '2026-11-22' })
    await (await make(await store.account())).put('f', { is_whole: 1, user_id: userId })
    expect(await statements.listDownloadedReports(store.db, accountId, userId)).toEqual(new Map([['a', minute(4)]]))
    const rows = await statements.listDownloads(store.db, accountId, { from: '2026-11-20', to: '2026-11-21' })
    expect(rows.map((row) => [row.user_id, row.at, row.source, row.user_name])).toEqual([
      [other, minute(5), 'krs', null],
      [userId, minute(4), 'krs', null],
    ])
  })

  it('list incomplete downloads that have no audit entry', async () => {
    const accountId = await store.account()
    const { id, put } = await make(accountId)
    const names = ['logged', 'before', 'elsewhere', 'other', 'whole', 'empty', 'late']
    for (const name of names)
      await put(name, {
        bytes: name === 'empty' ? 0 : 1,
        is_whole: Number(name === 'whole'),
        at: minute(name === 'late' ? 9 : name === 'other' ? 4 : 5),
      })
    const entry = (number: number, name: string, overrides: Partial<Row<'audit_entries'>> = {}) =>
      insertEntry(
        store.tx,
        store.row('audit_entries', {
          account_id: accountId,
          number,
          action: 'reports.download',
          request_id: id(name),
          at: minute(6),
          ...overrides,
        }),
      )
    await entry(1, 'logged', { action: 'reports.downloadNew' })
    await entry(2, 'before', { at: minute(4) })
    await entry(3, 'other', { action: 'members.invite' })
    await entry(1, 'elsewhere', { account_id: await store.account() })
    const listUnlogged = async (limit: number) =>
      (await statements.listUnloggedDownloads(store.db, { from: minute(4), until: minute(9), limit }))
        .filter((row) => row.account_id === accountId)
        .map((row) => row.report_id)
    expect((await listUnlogged(9)).toSorted()).toEqual(['before', 'elsewhere', 'other'])
    expect(await listUnlogged(1)).toEqual(['other'])
  })

  it('store the latest download purpose of a session until it expires', async () => {
    const user_id = await store.user()
    const purpose = { id: randomUUID(), user_id, value: '{"a":1}', created_at: minute(1), expires_at: minute(5) }
    await statements.putDownloadPurpose(store.db, purpose)
    await statements.putDownloadPurpose(store.db, { ...purpose, value: '{"b":2}', expires_at: minute(7) })
    const find = (now: number) => statements.findDownloadPurpose(store.db, purpose.id, minute(now))
    expect([await find(6), await find(7)]).toEqual(['{"b":2}', undefined])
    await store.db
      .updateTable('sign_in_challenges')
      .set({ purpose: 'second_step' })
      .where('id', '=', purpose.id)
      .execute()
    expect(await find(6)).toBeUndefined()
  })
})
