import { expect, it } from 'vitest'

import { foldLine } from '@/lib/domain/fold'

import { polishStem } from './polish-stem'

it.each([
  ['oświetlenie', 'oświetlen'],
  ['oświetleniem', 'oświetlen'],
  ['kanalizacja', 'kanalizacj'],
  ['kanalizacji', 'kanalizacj'],
  ['droga', 'drog'],
  ['drogowego', 'drogow'],
  ['ścieków', 'ściek'],
  ['odpadami', 'odpad'],
  ['budynek', 'budyn'],
  ['usługi', 'usług'],
  ['USŁUGI', 'USŁUG'],
  ['oczyszczalnia ścieków', 'oczyszczalnia ściek'],
])('the stem of %s is %s', (word, stem) => {
  expect(polishStem(word)).toBe(stem)
})

it('leaves stems, short words and other texts unchanged', () => {
  for (const text of ['remont', 'oświetlen', 'lek', 'leki', 'system', '%', '🚧', 'PN-EN 12', 'שלום', '', 'most 5']) {
    expect(polishStem(text)).toBe(text)
  }
})

it('is contained in other forms of the same word', () => {
  const forms: Readonly<Record<string, readonly string[]>> = {
    oświetlenie: ['oświetlenia', 'oświetleniu', 'oświetleniem'],
    szkoła: ['szkoły', 'szkole', 'szkół', 'szkołami'],
    droga: ['drogi', 'drogą', 'dróg', 'drogami'],
    przystanek: ['przystanku', 'przystanki', 'przystanków'],
  }
  for (const [word, others] of Object.entries(forms)) {
    for (const form of others) expect(foldLine(form)).toContain(foldLine(polishStem(word)))
  }
})

it('leaves its own result unchanged', () => {
  for (const word of ['utrzymanie', 'zimowe', 'dostawami', 'urządzenia', 'realizacji', 'komputery']) {
    expect(polishStem(polishStem(word))).toBe(polishStem(word))
  }
})
