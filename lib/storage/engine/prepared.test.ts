import { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const databaseError = (code: string) => Object.assign(new DatabaseError(code, 1, 'error'), { code })
/** Simulates another process. */
const load = () => {
  vi.resetModules()
  return import('./prepared')
}

describe('the name of a prepared statement', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.resetModules())

  it('depends only on its text, in every process and order', async () => {
    const one = await load()
    const names = ['select 1', 'select 2'].map((text) => one.prepared(text, []).name)
    const other = await load()
    expect(['select 2', 'select 1'].map((text) => other.prepared(text, []).name)).toEqual(names.toReversed())
    expect(new Set(names).size).toBe(2)
    expect(names[0]).toMatch(/^registers_[\w-]{22}_0$/)
  })

  it('changes after the table has changed', async () => {
    const { prepared, isOutdated } = await load()
    const before = prepared('select 1', []).name
    expect(isOutdated('select 1', databaseError('0A000'))).toBe(true)
    expect(prepared('select 1', []).name).not.toBe(before)
    expect(isOutdated('select 1', databaseError('42P01'))).toBe(false)
  })

  it.each(['26000', '42P05'])('is no longer used after a pooler has mixed up names (%s)', async (code) => {
    const { asPrepared, prepared, isOutdated } = await load()
    const statement = { name: 'limiter', text: 'select 1', values: [1] }
    expect(asPrepared(statement)).toEqual(statement)
    expect(isOutdated('select 1', databaseError(code))).toBe(true)
    expect(prepared('select 1', [1])).toEqual({ text: 'select 1', values: [1] })
    expect(asPrepared(statement)).toEqual({ text: 'select 1', values: [1] })
  })
})
