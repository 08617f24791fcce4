import { expect, it } from 'vitest'

import { inScope, scopeFields } from './scope'
import { statementObserver, withoutValues } from './statements'

it.each([
  [`select "a" from "t" where "b" = $1 limit 10`, `select "a" from "t" where "b" = $1 limit ?`],
  [`update t1 set a = 'it''s 44051401359' where n = 44051401359`, `update t1 set a = ? where n = ?`],
  [`insert into "x2" values (?, ?, 1.5)`, `insert into "x2" values (?, ?, ?)`],
])('removes the values from %s', (sql, shown) => {
  expect(withoutValues(sql)).toBe(shown)
})

it('creates no statement observer when nothing is measured', () => {
  expect(statementObserver('sqlite')).toBeUndefined()
})

it('adds the request id or job of the current scope to log lines', () => {
  expect(scopeFields()).toEqual({})
  expect(inScope({ requestId: 'request-1' }, scopeFields)).toEqual({ requestId: 'request-1' })
  expect(inScope({ job: 'deliveries' }, scopeFields)).toEqual({ job: 'deliveries' })
})
