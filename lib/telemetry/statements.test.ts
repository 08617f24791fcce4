import { expect, it } from 'vitest'

import { inScope, scopeFields } from './scope'
import { statementObserver, withoutValues } from './statements'

it.each([
  [`select "a" from "t" where "b" = $1 limit 10`, `select "a" from "t" where "b" = $1 limit ?`],
  [`update t1 set a = 'it''s 44051401359' where n = 44051401359`, `update t1 set a = ? where n = ?`],
  [`insert into "x2" values (?, ?, 1.5)`, `insert into "x2" values (?, ?, ?)`],
])('leaves the values out of %s', (sql, shown) => {
  expect(withoutValues(sql)).toBe(shown)
})

it('wraps nothing where nobody measures', () => {
  expect(statementObserver('sqlite')).toBeUndefined()
})

it('marks log lines with what they are part of', () => {
  expect(scopeFields()).toEqual({})
  expect(inScope({ requestId: 'request-1' }, scopeFields)).toEqual({ requestId: 'request-1' })
  expect(inScope({ job: 'deliveries' }, scopeFields)).toEqual({ job: 'deliveries' })
})
