import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { pauseSampleNotices } from '../support/notices'

test.beforeEach(async ({ panel, signIn }) => {
  await pauseSampleNotices(panel)
  await signIn('owner')
})

const figure = (page: Page) => page.getByTestId('preview-count')
const toNumber = (text: string | null): number => Number((text ?? '').replace(/\D/g, ''))

async function countOf(page: Page, filter: Record<string, string[]>): Promise<number> {
  const { origin } = new URL(page.url())
  const answer = await page.request.post('/api/v1/bzp/alerts/preview', { data: filter, headers: { origin } })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { count: number }).count
}

test('an alert for road works in Mazowieckie finds what the branch 45233 has, by typing "roboty drogowe"', async ({
  page,
  expectAccessible,
}) => {
  await test.step('the branch is the first suggestion, with its count', async () => {
    await page.goto('/bzp')
    const codes = page.getByRole('combobox', { name: 'Kody CPV' })
    await codes.pressSequentially('roboty drogowe')
    await expect(page.getByRole('option').first()).toHaveText(/^45233 .* – cała gałąź.*postępowania z 30 dni: \d/)
    await expectAccessible(page, 'tenders/branch-suggestions')
    await codes.press('ArrowDown')
    await codes.press('Enter')
    const provinces = page.getByRole('combobox', { name: 'Województwa' })
    await provinces.pressSequentially('mazow')
    await expect(page.getByRole('option', { name: 'mazowieckie' })).toBeVisible()
    await provinces.press('Enter')
    await expect(page).toHaveURL('/bzp?cpv=45233&province=mazowieckie')
    const branch = await countOf(page, { cpv: ['45233'], provinces: ['mazowieckie'] })
    expect(branch).toBeGreaterThan(0)
    await expect.poll(async () => toNumber(await figure(page).textContent())).toBeGreaterThanOrEqual(branch * 0.95)
  })
  await test.step('a single code is not called good while a code beside it has more', async () => {
    await page.goto('/bzp?cpv=45233140&province=mazowieckie')
    const beside = page.getByRole('group', { name: 'Podobne kody, których nie wybrano:' })
    const first = beside.getByRole('button').first()
    await expect(first).toHaveText(/^Dodaj 45233\d{3} \D+\d+$/)
    await expect(page.getByText('za wąsko')).toBeVisible()
    await expectAccessible(page, 'tenders/codes-beside')
    const [code = ''] = /\d{8}/.exec((await first.textContent()) ?? '') ?? []
    const before = toNumber(await figure(page).textContent())
    await first.click()
    await expect(page).toHaveURL(`/bzp?cpv=45233140&cpv=${code}&province=mazowieckie`)
    await expect.poll(async () => toNumber(await figure(page).textContent())).toBeGreaterThan(before)
  })
})

test('plain forms of words find their forms, and at zero the page offers what finds more', async ({ page }) => {
  await test.step('a quoted form finds nothing; its other forms are offered with their count', async () => {
    await page.goto(`/bzp?q=${encodeURIComponent('"oprogramowanie"')}`)
    await expect(figure(page)).toHaveText('0')
    const offer = page.getByRole('button', { name: /^zamiast: „oprogramowanie” \d/ })
    await expect(offer).toBeVisible()
    const found = toNumber((await offer.textContent())?.replace(/^.*”/, '') ?? '')
    await offer.click()
    await expect(page).toHaveURL('/bzp?q=oprogramowanie')
    await expect.poll(async () => toNumber(await figure(page).textContent())).toBe(found)
    expect(found).toBeGreaterThan(0)
  })
  await test.step('an alert that found nothing warns before it is saved', async () => {
    await page.goto('/bzp?q=zzniczego')
    await page.getByRole('button', { name: 'Zapisz jako alert' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zapisz jako alert' })
    await expect(dialog.getByText(/ten alert może nic nie znajdować/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Zapisz alert' })).toBeEnabled()
  })
})

test('codes of documents and spreadsheets are read, or the field asks', async ({ page }) => {
  await page.goto('/bzp')
  const codes = page.getByRole('combobox', { name: 'Kody CPV' })
  const enter = async (text: string) => {
    await codes.fill(text)
    await codes.press('Enter')
  }
  await enter('CPV: 45233120-6 - Roboty w zakresie budowy dróg')
  await expect(page).toHaveURL('/bzp?cpv=45233120')
  // Problems are known once the dictionary is loaded.
  await expect(page.getByRole('button', { name: /^Usuń: 45233120 Roboty/ })).toBeVisible()
  await enter('4.5233141E7')
  await expect(page).toHaveURL('/bzp?cpv=45233120&cpv=45233141')
  await enter('45233000-8')
  await expect(page.getByText('Kod 45233000 ma cyfrę kontrolną 9, a nie 8.')).toBeVisible()
  await enter('3100000')
  await expect(page.getByText(/Czy arkusz zgubił zero na początku\? Wpisz 03100000-2/)).toBeVisible()
  await expect(codes).toHaveValue('3100000')
  await expect(page).toHaveURL('/bzp?cpv=45233120&cpv=45233141')
})
