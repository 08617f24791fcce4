import { createTranslator } from 'use-intl/core'
import { expect, it } from 'vitest'

import messages from '@/messages/pl/source-reading.json'

const t = createTranslator({ locale: 'pl', messages: { 'source-reading': messages }, namespace: 'source-reading' })
const countValues = (countNumber: number) => ({ countNumber, count: String(countNumber), where: '2–5' })

it.each([
  [1, 'Pominięto 1 wiersz, którego arkusz nie pokazuje (filtr albo ukrycie).'],
  [3, 'Pominięto 3 wiersze, których arkusz nie pokazuje (filtr albo ukrycie).'],
  [7, 'Pominięto 7 wierszy, których arkusz nie pokazuje (filtr albo ukrycie).'],
])('reports that %i hidden rows were left out', (count, text) => {
  expect(t('hidden.left', countValues(count))).toBe(text)
})

it.each([
  [1, 'Na liście jest też 1 wiersz ukryty w arkuszu.'],
  [2, 'Na liście są też 2 wiersze ukryte w arkuszu.'],
  [12, 'Na liście jest też 12 wierszy ukrytych w arkuszu.'],
])('reports that %i hidden rows were included', (count, text) => {
  expect(t('hidden.taken', countValues(count))).toBe(text)
})

it('reports how many columns and sheets are hidden or left out, and which lines to check', () => {
  expect(t('notes.hidden_columns', countValues(2))).toBe('W arkuszu ukryte są 2 kolumny; też zostały wczytane.')
  expect(t('notes.hidden_sheets', countValues(5))).toBe(
    'W skoroszycie jest 5 ukrytych arkuszy; można je wybrać z listy arkuszy.',
  )
  expect(t('notes.cut_columns', countValues(1))).toBe('Pominięto 1 kolumnę poza pierwszymi 200.')
  expect(t('notes.doubtful_letters', countValues(4))).toContain('(wiersze: 2–5)')
  expect(t('hiddenSheet', { name: 'Stare' })).toBe('Arkusz: Stare (ukryty)')
})
