import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { forgetCompanies, recallCompanies, rememberCompany } from './recent-companies'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const company = (index: number) => ({ number: String(index), name: `Firma ${index}` })

it('keeps the last ones, newest first, each once, of each person', () => {
  for (let index = 1; index <= 10; index += 1) rememberCompany('anna', company(index))
  rememberCompany('anna', { number: '5', name: 'Firma 5 nowa' })
  expect(recallCompanies('anna').map(({ number }) => number)).toEqual(['5', '10', '9', '8', '7', '6', '4', '3'])
  expect(recallCompanies('anna')[0]).toEqual({ number: '5', name: 'Firma 5 nowa' })
  expect(recallCompanies('jan')).toEqual([])
  rememberCompany('jan', company(1))
  forgetCompanies('anna')
  expect([recallCompanies('anna'), recallCompanies('jan')]).toEqual([[], [company(1)]])
})

it.each(['', 'null', '7', '{"anna":7}', '{"anna":[7,{"number":1}]}', '{'])('is empty where %s is kept', (text) => {
  kept.set('recent-companies', text)
  expect(recallCompanies('anna')).toEqual([])
  rememberCompany('anna', company(1))
  expect(recallCompanies('anna')).toEqual([company(1)])
})

it('is empty where nothing can be kept', () => {
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
