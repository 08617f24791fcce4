import type { Page } from '@playwright/test'

import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'

import vectors from '../lib/domain/testdata/identifier-vectors.json' with { type: 'json' }
import { createFilter, dropFiles, listPart, openFilter, pasteInto, readFilter } from './support/filters'
import { expect, test } from './support/fixtures'
import { storedFilter } from './support/leaks'

const SIZE = 10_000

/** Pasted text: spellings of valid values, invalid values, and enough valid values to fill the list. */
interface ListCase {
  readonly name: string
  /** Pairs of a spelling and the value that it means. */
  readonly spellings: readonly (readonly [string, string])[]
  readonly mistakes: readonly string[]
  readonly good: (index: number) => string
}

/** Leaves out empty mistakes and those that end with a semicolon, because semicolons separate pasted values. */
const ofVectors = (type: keyof typeof vectors): Pick<ListCase, 'spellings' | 'mistakes'> => ({
  spellings: vectors[type].valid.map(([text = '', value = '']) => [text, value] as const),
  mistakes: vectors[type].invalid.map(([text = '']) => text).filter((text) => text !== '' && !text.endsWith(';')),
})

function regonOf(index: number): string {
  const stem = String(36_100_000 + index)
  const digit = Array.from({ length: 10 }, (_, each) => each).find(
    (each) => checkIdentifier('regon', `${stem}${each}`).ok,
  )
  return `${stem}${digit ?? ''}`
}

const lists: Readonly<Record<string, ListCase>> = {
  krs: { name: 'KRS', ...ofVectors('krs'), good: krsOf },
  nip: { name: 'NIP', ...ofVectors('nip'), good: nipOf },
  regon: { name: 'REGON', ...ofVectors('regon'), good: regonOf },
  pesel: { name: 'PESEL', ...ofVectors('pesel'), good: peselOf },
  krz_signature: {
    name: 'Sygnatury KRZ',
    spellings: [
      ['wa1m/gup/123/2024', 'WA1M/GUp/123/2024'],
      ['KR1S / GUP-S / 9002 / 2026', 'KR1S/GUp-s/9002/2026'],
      ['WA1M/GUp\u2011s/5/2023', 'WA1M/GUp-s/5/2023'],
    ],
    mistakes: ['WA1M/XX/1/2024', 'WA1M/GUp/1234567/2024', 'WA1M/GUp/1/24', 'WA1M GUp 1 2024', 'KR15/GUp/9001/2026'],
    good: (index) => `WA1M/GUp/${String(1000 + index)}/2025`,
  },
  msig_signature: {
    name: 'Sygnatury MSiG',
    spellings: [
      ['ix gu 9001/13', 'IX GU 9001/13'],
      ['VIII  GR 9002/21', 'VIII GR 9002/21'],
      ['wa.xii ns-rej.krs/70057/24/475', 'WA.XII NS-REJ.KRS/70057/24/475'],
    ],
    mistakes: ['9 GU 9001/13', 'IX GU 9001/2013', 'IX XX 9001/13'],
    good: (index) => `IX GU ${String(1000 + index)}/25`,
  },
  name: {
    name: 'Nazwy',
    spellings: [
      ['Hurtownia\u00A0Wisła', 'Hurtownia Wisła'],
      ['HURTOWNIA   WISLA', 'Hurtownia Wisła'],
      ['Ｏｄｒａ S.A.', 'Ｏｄｒａ S.A.'],
    ],
    mistakes: ['---', '😀', 'x'.repeat(301), Array.from({ length: 21 }, (_, at) => `w${String(at)}`).join(' ')],
    good: (index) => `Żubr ${String(index)} sp. z o.o.`,
  },
  subject_id: {
    name: 'UUID podmiotu',
    ...ofVectors('subject_id'),
    good: (index) => `67656271-cd4b-453a-a73b-${String(index).padStart(12, '0')}`,
  },
}

const rows = (page: Page, name: string) => page.getByRole('grid', { name: `Pozycje: ${name}`, exact: true })

test('every mistake in each of the eight lists is detected among ten thousand values, removed, and the rest saved', async ({
  page,
  panel,
  signIn,
}) => {
  test.slow()
  await signIn('owner')
  const created = await createFilter(page, panel, { name: 'e2e osiem pełnych list', content: {} })
  await openFilter(page, created.id)
  const expectedValues = new Map<string, ReadonlySet<string>>()
  for (const [list, { name, spellings, mistakes, good }] of Object.entries(lists)) {
    const values = new Set(spellings.map(([, value]) => value))
    const repeated = spellings.length - values.size
    const generated: string[] = []
    for (let at = 0; values.size < SIZE - mistakes.length; at += 1) {
      const value = good(at)
      if (!values.has(value)) generated.push(value)
      values.add(value)
    }
    const texts = [...spellings.map(([text]) => text), ...mistakes, ...generated]
    const part = listPart(page, list)
    await pasteInto(part.getByRole('textbox').first(), texts.join('\n'))
    const verdict = part.getByRole('status').filter({ hasText: 'do poprawy' })
    await expect(verdict, list).toContainText(`${String(mistakes.length)} do poprawy`)
    if (repeated > 0) await expect(verdict, list).toContainText(`${String(repeated)} powtórzon`)
    await expect(rows(page, name)).toHaveAttribute('aria-rowcount', String(SIZE))
    await part.getByRole('button', { name: `Usuń wszystkie błędne (${String(mistakes.length)})` }).click()
    await expect(rows(page, name)).toHaveAttribute('aria-rowcount', String(values.size))
    expectedValues.set(list, values)
  }
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Zapisano filtr „e2e osiem pełnych list”').first()).toBeVisible({ timeout: 40_000 })
  const { content } = await readFilter(page, created.id)
  for (const [list, values] of expectedValues) {
    const storedValues = list === 'pesel' ? storedFilter(panel.dataDir, created.id)['pesel'] : content[list]
    expect(new Set(storedValues as readonly string[]), list).toEqual(values)
  }
  // Of eighty thousand rows the page contains only the visible ones, even while one list is searched.
  await page.getByRole('searchbox', { name: 'Szukaj na liście Nazwy' }).pressSequentially('zubr 77')
  await expect(listPart(page, 'name').getByText(/^Znaleziono \d+ z/)).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(8 * 40)
  const deletion = await page.request.delete(`/api/v1/filters/${created.id}`, { headers: { origin: panel.url } })
  expect(deletion.status()).toBe(204)
})

test('a bad value shows its expected format, and a suggested correction is applied with one press', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  const created = await createFilter(page, panel, { name: 'e2e słowa błędów', content: { krs: ['0000000001'] } })
  await openFilter(page, created.id)
  const add = async (list: string, text: string) => {
    const field = listPart(page, list).getByRole('textbox').first()
    await field.fill(text)
    await field.press('Enter')
  }
  for (const [list, text, word, suggestion] of [
    ['krs', '000002886O', 'są w nim inne znaki niż cyfry', '0000028860'],
    ['nip', '526l04O828', 'są w nim inne znaki niż cyfry', '5261040828'],
    ['regon', '12100784', 'ma mieć 9 albo 14 cyfr', '012100784'],
    ['subject_id', '67656271cd4b453aa73ba6e99c0ffee0', 'ma mieć postać', '67656271-cd4b-453a-a73b-a6e99c0ffee0'],
    ['krz_signature', 'KR15/GU/1/2024', 'zły format', 'KR1S/GU/1/2024'],
  ] as const) {
    await add(list, text)
    const part = listPart(page, list)
    await expect(part.getByRole('gridcell').filter({ hasText: word })).toBeVisible()
    await part.getByRole('button', { name: `Może ${suggestion}?` }).click()
    await expect(part.getByRole('button', { name: `Usuń: ${suggestion}` })).toBeVisible()
    // The button disappears after its action, so the focus moves to the grid.
    await expect(part.getByRole('grid')).toBeFocused()
  }
  // Leading zeros that a spreadsheet dropped are restored for many numbers at once; quotes are removed.
  const regon = listPart(page, 'regon')
  await pasteInto(regon.getByRole('textbox').first(), 'REGON\n16298263\n30123452\n"610188201"\n123')
  await expect(regon.getByText('pominięty nagłówek „REGON”')).toBeVisible()
  await regon.getByRole('button', { name: 'Przyjmij wszystkie podpowiedzi (2)' }).press('Enter')
  await expect(regon.getByRole('grid')).toBeFocused()
  await expect(regon.getByText('Przyjęto 2 podpowiedzi.')).toBeVisible()
  await regon.getByRole('button', { name: 'Usuń wszystkie błędne (1)' }).press('Enter')
  await expect(regon.getByRole('grid')).toBeFocused()
  await add('pesel', '7283l500114')
  await add('nip', '123')
  await add('name', 'a')
  await add('name', 'sp. z o.o.')
  const names = listPart(page, 'name')
  await expect(names.getByText('„a” to jeden znak')).toBeVisible()
  await expect(names.getByText('„sp. z o.o.” to słowo bardzo wielu nazw')).toBeVisible()
  await expectAccessible(page, 'filter/mistakes')
  // Values that the service would refuse are not sent, and they stay in the draft.
  const card = page.getByRole('region', { name: 'Co ten filtr złapałby w ostatnich 30 dniach' })
  await expect(card.getByRole('button', { name: 'Sprawdź' })).toHaveAccessibleDescription(
    'Najpierw popraw albo usuń błędne wartości.',
  )
  await listPart(page, 'pesel').getByRole('button', { name: 'Może 72•••••••14?' }).click()
  await listPart(page, 'nip').getByRole('button', { name: 'Usuń wszystkie błędne (1)' }).click()
  await names.getByRole('button', { name: 'Usuń: a', exact: true }).first().click()
  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByText('Zapisano filtr „e2e słowa błędów”').first()).toBeVisible()
  const { content } = await readFilter(page, created.id)
  expect(content).toMatchObject({
    nip: ['5261040828'],
    name: ['sp. z o.o.'],
  })
  expect(content['regon']?.toSorted()).toEqual(['012100784', '016298263', '030123452', '610188201'])
  expect(storedFilter(panel.dataDir, created.id)['pesel']).toEqual(['72831500114'])
})

test('an unsupported file shows what it is, and the page and the list are unchanged', async ({
  page,
  panel,
  signIn,
}) => {
  await signIn('owner')
  const created = await createFilter(page, panel, { name: 'e2e obce pliki', content: { nip: [nipOf(0)] } })
  await openFilter(page, created.id)
  const nip = listPart(page, 'nip')
  const dialogOf = (name: string) => page.getByRole('dialog', { name: `Z pliku ${name}` })
  const text = (content: string) => [...Buffer.from(content)]
  for (const [name, bytes, message, size] of [
    ['umowa.csv', text('%PDF-1.7 …'), /plik PDF/],
    ['stary.xls', [0xd0, 0xcf, 0x11, 0xe0, 1], /starego pliku Excela/],
    ['strona.csv', text('<!doctype html><table>'), /strona internetowa/],
    ['archiwum.zip', text('PK\u0003\u0004 nic'), /archiwum|uszkodzony/],
    ['zdjęcie.jpg', [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0, 1, 2, 3, 4, 5, 6], /To obraz/],
    ['pusty.txt', [], /jest pusta/],
    ['ogromny.csv', text('nip'), /większy niż 40 MB/, 40_000_001],
  ] as const) {
    await dropFiles(nip, [{ name, bytes, ...(size !== undefined && { size }) }])
    await expect(dialogOf(name).getByRole('alert').filter({ hasText: message }), name).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(name)).toHaveCount(0)
  }
  // A spreadsheet's own Unicode text.
  const utf16 = [0xff, 0xfe, ...Buffer.from(`Nazwa\tNIP\r\nŻubr\t${nipOf(1)}\r\n`, 'utf16le')]
  await dropFiles(nip, [{ name: 'arkusz.txt', bytes: utf16 }])
  await dialogOf('arkusz.txt').getByRole('button', { name: 'Dodaj 1 pozycję' }).click()
  const many = Array.from({ length: SIZE + 5 }, (_, at) => nipOf(at)).join('\n')
  await dropFiles(nip, [{ name: 'za długi.txt', bytes: text(many) }])
  await expect(dialogOf('za długi.txt').getByText(`o 5 za dużo: lista mieści 10 000`)).toBeVisible()
  await page.keyboard.press('Escape')
  const two = ['a.txt', 'b.txt'].map((name) => ({ name, bytes: text(nipOf(2)) }))
  await dropFiles(nip, two)
  await expect(page.getByText('Upuść jeden plik naraz.').first()).toBeVisible()
  // Outside the lists the browser would open the file instead of the page.
  const wasPrevented = await page
    .getByRole('banner')
    .first()
    .evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.txt'))
      return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
  expect(wasPrevented).toBe(true)
  await expect(rows(page, 'NIP')).toHaveAttribute('aria-rowcount', '2')
})
