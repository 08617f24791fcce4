import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as paidAnswers from './paid-answers'

describeStatements([paidAnswers], (at, on) => {
  it('of answers', async () => {
    const [account_id, other] = [await at.account(), await at.account()]
    const put = (name: string, moment: number, given: Partial<Row<'kept_answers'>> = {}) =>
      on.insertPaidAnswer(
        at.tx,
        at.row('kept_answers', {
          id: `${name}-${account_id}`,
          account_id,
          about: 'company',
          topic: 'krs',
          subject: '1',
          series: 's',
          asked_at: minute(moment),
          answer: name,
          ...given,
        }),
      )
    await put('a', 1)
    await put('b', 3, { page: 1 })
    await put('c', 3, { page: 2 })
    await put('d', 2, { subject: '2', series: 't' })
    await put('e', 9, { account_id: other })
    await put('f', 4, { topic: 'risk', subject: '2', series: 'u' })
    await put('g', 5, { about: 'list', series: 'v' })
    const topic = { account_id, about: 'company', topic: 'krs' } as Parameters<typeof on.listRecentAnswers>[1]
    const first = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')
    expect([
      (await on.findNewestAnswer(at.db, { ...topic, subject: '1' }))?.id[0],
      await on.findNewestAnswer(at.db, { ...topic, subject: '3' }),
    ]).toEqual(['c', undefined])
    const series = { ...topic, series: 's' }
    expect([
      first(await on.listSeries(at.db, series)),
      first(await on.listSeries(at.db, series, { from: 1 })),
      first(await on.listSeries(at.db, series, { from: 0, limit: 1 })),
      (await on.findLastOfSeries(at.db, series))?.id[0],
    ]).toEqual(['abc', 'bc', 'a', 'c'])
    expect([
      first(await on.listRecentAnswers(at.db, topic, 9)),
      first(await on.listRecentAnswers(at.db, topic, 1)),
      first(await on.listCompanyAnswers(at.db, { account_id, number: '2' })),
    ]).toEqual(['cbda', 'c', 'fd'])
    const parts = async (names: string[], limit: number) =>
      first(await on.listAnswersOfParts(at.db, { account_id, parts: names, limit }))
    expect([await parts(['krs', 'risk'], 9), await parts(['krs'], 1), await parts(['krs'], 9)]).toEqual([
      'fda',
      'a',
      'ad',
    ])
    const texts = await on.readAnswerTexts(at.db, { account_id }, [`a-${account_id}`, `e-${account_id}`])
    expect([texts, await on.readAnswerTexts(at.db, { account_id }, [])]).toEqual([
      new Map([[`a-${account_id}`, 'a']]),
      new Map(),
    ])
  })
})
