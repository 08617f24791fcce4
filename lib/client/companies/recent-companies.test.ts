import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { forgetCompanies, recallCompanies, rememberCompany } from './recent-companies'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const company = (index: number) => ({ number: String(index), name: `Firma ${index}` })

it('keeps the last companies of each person, newest first, without repetitions', () => {
  for (let index = 1; index <= 10; index += 1) rememberCompany('anna', company(index))
  rememberCompany('anna', { number: '5', name: 'Firma 5 nowa' })
  expect(recallCompanies('anna').map(({ number }) => number)).toEqual(['5', '10', '9', '8', '7', '6', '4', '3'])
  expect(recallCompanies('anna')[0]).toEqual({ number: '5', name: 'Firma 5 nowa' })
  expect(recallCompanies('jan')).toEqual([])
  rememberCompany('jan', company(1))
  forgetCompanies('anna')
  expect([recallCompanies('anna'), recallCompanies('jan')]).toEqual([[], [company(1)]])
})

it.each(['', 'null', '7', '{"anna":7}', '{"anna":[7,{"number":1}]}', '{'])('is empty when %s is stored', (text) => {
  stored.set('recent-companies', text)
  expect(recallCompanies('anna')).toEqual([])
  rememberCompany('anna', company(1))
  expect(recallCompanies('anna')).toEqual([company(1)])
})

it('is empty when storage is unavailable', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('full')
    },
  })
  rememberCompany('anna', company(1))
  expect(recallCompanies('anna')).toEqual([])
})
