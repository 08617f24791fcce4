import { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const said = (code: string) => Object.assign(new DatabaseError(code, 1, 'error'), { code })
/** Simulates another process. */
const load = () => {
  vi.resetModules()
  return import('./prepared')
}

describe('the name of a prepared statement', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.resetModules())

  it('is of its text, in every process and whatever came first', async () => {
    const one = await load()
    const names = ['select 1', 'select 2'].map((text) => one.prepared(text, []).name)
    const other = await load()
    expect(['select 2', 'select 1'].map((text) => other.prepared(text, []).name)).toEqual(names.toReversed())
    expect(new Set(names).size).toBe(2)
    expect(names[0]).toMatch(/^registers_[\w-]{22}_0$/)
  })

  it('is another one after the table has changed', async () => {
    const { prepared, isOutdated } = await load()
    const before = prepared('select 1', []).name
    expect(isOutdated('select 1', said('0A000'))).toBe(true)
    expect(prepared('select 1', []).name).not.toBe(before)
    expect(isOutdated('select 1', said('42P01'))).toBe(false)
  })

  it.each(['26000', '42P05'])('is none any more once a pooler has mixed names up (%s)', async (code) => {
    const { asPrepared, prepared, isOutdated } = await load()
    const named = { name: 'limiter', text: 'select 1', values: [1] }
    expect(asPrepared(named)).toEqual(named)
    expect(isOutdated('select 1', said(code))).toBe(true)
    expect(prepared('select 1', [1])).toEqual({ text: 'select 1', values: [1] })
    expect(asPrepared(named)).toEqual({ text: 'select 1', values: [1] })
  })
})
