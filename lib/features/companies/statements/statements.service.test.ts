import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as paidAnswers from './paid-answers'

describeStatements([paidAnswers], (store, statements) => {
  it('insert and list paid answers', async () => {
    const [account_id, other] = [await store.account(), await store.account()]
    const insertAnswer = (name: string, moment: number, overrides: Partial<Row<'kept_answers'>> = {}) =>
      statements.insertPaidAnswer(
        store.tx,
        store.row('kept_answers', {
          id: `${name}-${account_id}`,
          account_id,
          about: 'company',
          topic: 'krs',
          subject: '1',
          series: 's',
          asked_at: minute(moment),
          answer: name,
          ...overrides,
        }),
      )
    await insertAnswer('a', 1)
    await insertAnswer('b', 3, { page: 1 })
    await insertAnswer('c', 3, { page: 2 })
    await insertAnswer('d', 2, { subject: '2', series: 't' })
    await insertAnswer('e', 9, { account_id: other })
    await insertAnswer('f', 4, { topic: 'risk', subject: '2', series: 'u' })
    await insertAnswer('g', 5, { about: 'list', series: 'v' })
    const topic = { account_id, about: 'company', topic: 'krs' } as Parameters<typeof statements.listRecentAnswers>[1]
    const initialsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')
    expect([
      (await statements.findNewestAnswer(store.db, { ...topic, subject: '1' }))?.id[0],
      await statements.findNewestAnswer(store.db, { ...topic, subject: '3' }),
    ]).toEqual(['c', undefined])
    const series = { ...topic, series: 's' }
    expect([
      initialsOf(await statements.listSeries(store.db, series)),
      initialsOf(await statements.listSeries(store.db, series, { from: 1 })),
      initialsOf(await statements.listSeries(store.db, series, { from: 0, limit: 1 })),
      (await statements.findLastOfSeries(store.db, series))?.id[0],
    ]).toEqual(['abc', 'bc', 'a', 'c'])
    expect([
      initialsOf(await statements.listRecentAnswers(store.db, topic, 9)),
      initialsOf(await statements.listRecentAnswers(store.db, topic, 1)),
      initialsOf(await statements.listCompanyAnswers(store.db, { account_id, number: '2' })),
    ]).toEqual(['cbda', 'c', 'fd'])
    const parts = async (names: string[], limit: number) =>
      initialsOf(await statements.listAnswersOfParts(store.db, { account_id, parts: names, limit }))
    expect([await parts(['krs', 'risk'], 9), await parts(['krs'], 1), await parts(['krs'], 9)]).toEqual([
      'fda',
      'a',
      'ad',
    ])
    const texts = await statements.readAnswerTexts(store.db, { account_id }, [`a-${account_id}`, `e-${account_id}`])
    expect([texts, await statements.readAnswerTexts(store.db, { account_id }, [])]).toEqual([
      new Map([[`a-${account_id}`, 'a']]),
      new Map(),
    ])
  })
})
