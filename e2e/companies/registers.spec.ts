import type { BrowserContext, Page } from '@playwright/test'

import { groupBy } from '@/lib/domain/collections/group-by'

import { makeAccount, makeKey, makeUser } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import type { Panel } from '../support/panel'

/** A separate account, so that other tests do not change its meter. */
const ACCOUNT = 'rejestry-firmy'
const OWNER = 'owner@rejestry-firmy.test'
const VIEWER = 'viewer@rejestry-firmy.test'
const FINANCE = 'finance@rejestry-firmy.test'
const EMPTY = 'pusta-pula'
const EMPTY_OWNER = 'owner@pusta-pula.test'

type Row = Readonly<Record<string, unknown>>
type SampleCompanies = {
  readonly liquidated: string
  readonly changed: string
  readonly debtor: string
  readonly quiet: string
  readonly warned: string
  readonly decided: string
  readonly aided: string
}
let samples: SampleCompanies

test.beforeAll(async ({ panel }) => {
  test.setTimeout(120_000)
  const key = await createAccounts(panel)
  samples = await findCompanies(panel, key)
})

async function createAccounts(panel: Panel): Promise<string> {
  await makeAccount(panel, ACCOUNT, { plan: 'enterprise' })
  await makeAccount(panel, EMPTY, { plan: 'standard', limits: { lookups: 0 } })
  for (const [email, account, role] of [
    [OWNER, ACCOUNT, 'owner'],
    [VIEWER, ACCOUNT, 'viewer'],
    [FINANCE, ACCOUNT, 'finance'],
    [EMPTY_OWNER, EMPTY, 'owner'],
  ] as const)
    await makeUser(panel, email, { account, role })
  await makeAccount(panel, `${ACCOUNT}-szukanie`, { plan: 'enterprise' })
  return makeKey(panel, `${ACCOUNT}-szukanie`, 'e2e')
}

/** Companies of the sample with entries in the registers, searched with another account's key. */
async function findCompanies(panel: Panel, key: string): Promise<SampleCompanies> {
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(`${panel.apiUrl}${path}`, { headers: { 'x-api-key': key } })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }
  const rowsOf = async (path: string): Promise<Row[]> =>
    (await get(path)).split('\n').flatMap((each) => (each === '' ? [] : [JSON.parse(each) as Row]))
  const itemsOf = async (path: string): Promise<Row[]> => (JSON.parse(await get(path)) as { items: Row[] }).items
  const numberOf = async (q: string): Promise<string> => {
    const [hit] = await itemsOf(`/v1/search?q=${encodeURIComponent(q)}&limit=5`)
    return textOf(hit?.['krs'])
  }
  /** Skips companies whose state has changed since, which would be a different finding. */
  const inLiquidation = async (opened: readonly Row[]): Promise<string> => {
    for (const { krs } of opened.toReversed()) {
      const [hit] = await itemsOf(`/v1/search?q=${textOf(krs)}&limit=1`)
      if (hit?.['status'] === 'liquidation') return textOf(krs)
    }
    return ''
  }
  const changes = await rowsOf('/v1/krs/changes/stream?limit=2000')
  const debtors = await rowsOf('/v1/stream?source=krz&limit=1000')
  const [warning] = (await itemsOf('/v1/knf/warnings?limit=50')).filter(({ identifier }) =>
    textOf(identifier).startsWith('KRS '),
  )
  const [decision] = await itemsOf('/v1/uokik/decisions?limit=5')
  const [aid] = await itemsOf('/v1/sudop/cases?limit=5')
  const bySection = groupBy(changes, ({ krs }) => textOf(krs))
  const active = await itemsOf('/v1/search?q=sp&limit=100')
  const debtorNumbers = new Set(debtors.map(({ krs }) => textOf(krs)))
  return {
    liquidated: await inLiquidation(changes.filter(({ field }) => field === 'otwarcieLikwidacji')),
    changed:
      [...bySection].find(
        ([, rows]) => new Set(rows.map(({ section }) => section)).size > 1 && rows.length < 10,
      )?.[0] ?? '',
    debtor: textOf(debtors.find(({ krs }) => krs !== null)?.['krs']),
    quiet: active.map(({ krs }) => textOf(krs)).find((krs) => !bySection.has(krs) && !debtorNumbers.has(krs)) ?? '',
    warned: textOf(warning?.['identifier']).slice('KRS '.length),
    decided: await numberOf(partyOf(decision)),
    aided: await numberOf(textOf(aid?.['beneficiary_nip'])),
  }
}

/** Safe: the service's rows have this field. */
const partyOf = (decision: Row | undefined): string => (decision?.['parties'] as string[] | undefined)?.[0] ?? ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const part = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const requestButtonIn = (page: Page, name: string) =>
  part(page, name).getByRole('button', { name: 'Zapytaj', exact: true })
const againIn = (page: Page, name: string) => part(page, name).getByRole('button', { name: 'Zapytaj ponownie' })
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first()

type Counts = { readonly lookups: number; readonly pdfs: number }
async function usedUnits(context: BrowserContext, panel: Panel): Promise<Counts> {
  const answer = await context.request.get(`${panel.url}/api/v1/usage/summary`)
  expect(answer.status()).toBe(200)
  const { counts } = (await answer.json()) as { counts: Counts }
  return { lookups: counts.lookups, pdfs: counts.pdfs }
}

const open = (page: Page, number: string, tab: string) => page.goto(`/companies/${number}?tab=${tab}`)

test('risk: shows its price, then findings with their basis, and is charged once and stored', async ({
  page,
  context,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(OWNER)
  await open(page, samples.liquidated, 'risk')
  await expect(part(page, 'Ryzyko')).toContainText('1 zapytanie')
  await expect(part(page, 'Co sprawdzamy')).toContainText('nie ocena wiarygodności kredytowej')
  const before = await usedUnits(context, panel)
  await requestButtonIn(page, 'Ryzyko').focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, /^Pobrano: 1 zapytanie\. Zostało/)).toBeVisible()
  const risk = part(page, 'Ryzyko')
  await expect(risk.getByRole('meter', { name: 'Ryzyko' })).toHaveAttribute('aria-valuetext', /^\d+ na 100, /)
  const finding = risk.getByRole('listitem').filter({ hasText: 'W likwidacji' }).first()
  await expect(finding).toContainText('+40')
  await expect(finding).toContainText(/Bez tego: \d+\./)
  await expect(finding).toContainText('Minie, gdy KRS pokaże inny stan.')
  const points = await risk.getByText(/^\+\d+/).allTextContents()
  const amounts = points.map((each) => Number(/\d+/.exec(each)?.[0]))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  expect((await usedUnits(context, panel)).lookups).toBe(before.lookups + 1)
  await expectAccessible(page, 'company/risk')
  await page.reload()
  await expect(part(page, 'Ryzyko')).toContainText('zapłacono: 1 zapytanie')
  await part(page, 'Ryzyko').getByRole('list', { name: 'Podstawa' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/tab=changes/)
  await expect(part(page, 'Zmiany w KRS')).toBeVisible()
  expect((await usedUnits(context, panel)).lookups).toBe(before.lookups + 1)
})

test('changes: are ordered by entry, newest first, filtered by section, and cost one unit per ten', async ({
  page,
  context,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(OWNER)
  await open(page, samples.changed, 'changes')
  await expect(part(page, 'Zmiany w KRS')).toContainText('do 10 zapytań')
  const before = await usedUnits(context, panel)
  await requestButtonIn(page, 'Zmiany w KRS').click()
  await expect(toast(page, /^Pobrano: 1 zapytanie\./)).toBeVisible()
  expect((await usedUnits(context, panel)).lookups).toBe(before.lookups + 1)
  const changes = part(page, 'Zmiany w KRS')
  await expect(changes).toContainText('Pytano o 365 dni')
  const entries = changes.getByRole('list', { name: 'Zmiany w KRS' }).locator('> li')
  const numbers = (await entries.allInnerTexts()).map((text) => Number(/wpis nr (\d+)/.exec(text)?.[1]))
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  await expect(changes.getByText(/^(dodano|wykreślono|zmieniono)$/).first()).toBeVisible()
  const section = changes.getByRole('combobox', { name: 'Dział i rubryka' })
  const options = await section.locator('option').allTextContents()
  await section.selectOption({ index: 1 })
  const shown = await changes.getByText(/^Dział \d/).allTextContents()
  const chosen = (options[1] ?? '').replace(/ \(\d+\)$/, '')
  expect(new Set(shown.filter((text) => !text.includes('(')))).toEqual(new Set([chosen]))
  await expectAccessible(page, 'company/changes')
})

test('a company without changes and announcements shows an empty state and costs nothing', async ({
  page,
  context,
  panel,
  signIn,
}) => {
  await signIn(OWNER)
  await open(page, samples.quiet, 'changes')
  const before = await usedUnits(context, panel)
  await requestButtonIn(page, 'Zmiany w KRS').click()
  await expect(toast(page, 'Bez opłaty.')).toBeVisible()
  await expect(part(page, 'Zmiany w KRS')).toContainText('Nie znaleziono zmian')
  await expect(part(page, 'Zmiany w KRS')).toContainText(/Usługa ma dziś takie wpisy dopiero od \d+/)
  await open(page, samples.quiet, 'announcements')
  await requestButtonIn(page, 'Obwieszczenia KRZ').click()
  await expect(part(page, 'Obwieszczenia KRZ')).toContainText('Brak obwieszczeń w KRZ')
  expect(await usedUnits(context, panel)).toEqual(before)
})

test('announcements: are charged per item, stored for a viewer, and hidden from a finance user', async ({
  page,
  context,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(OWNER)
  await open(page, samples.debtor, 'announcements')
  const krz = part(page, 'Obwieszczenia KRZ')
  await expect(krz).toContainText('do 50 zapytań')
  const before = await usedUnits(context, panel)
  await requestButtonIn(page, 'Obwieszczenia KRZ').click()
  const items = krz.getByRole('list', { name: 'Obwieszczenia KRZ' }).locator('> li')
  await expect(items.first()).toContainText('firma jest dłużnikiem')
  await expect(items.first()).toContainText('Sąd Rejonowy')
  expect((await usedUnits(context, panel)).lookups).toBe(before.lookups + (await items.count()))
  await expectAccessible(page, 'company/announcements')

  // The answer is stored for all members who may see it; a viewer reads it, a finance user does not.
  await signIn(VIEWER)
  await open(page, samples.debtor, 'announcements')
  await expect(items.first()).toContainText('firma jest dłużnikiem')
  await signIn(FINANCE)
  await open(page, samples.debtor, 'announcements')
  await expect(krz).toContainText('Finanse')
  await expect(requestButtonIn(page, 'Obwieszczenia KRZ')).toHaveCount(0)
  await expect(page.getByText('firma jest dłużnikiem')).toHaveCount(0)
  await open(page, samples.debtor, 'mentions')
  await expect(requestButtonIn(page, 'Zamówienia publiczne (BZP)')).toHaveCount(0)
  await expect(requestButtonIn(page, 'Ostrzeżenia KNF')).toBeVisible()
})

test('a viewer cannot request the risk, sees a reason, and nothing is charged', async ({
  page,
  context,
  panel,
  signIn,
}) => {
  await signIn(OWNER)
  const before = await usedUnits(context, panel)
  await signIn(VIEWER)
  await open(page, samples.quiet, 'risk')
  const requestButton = requestButtonIn(page, 'Ryzyko')
  await expect(requestButton).toHaveAttribute('aria-disabled', 'true')
  await requestButton.focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(part(page, 'Ryzyko').getByRole('meter')).toHaveCount(0)
  await signIn(OWNER)
  expect(await usedUnits(context, panel)).toEqual(before)
})

test('KNF: exact matches are separated, a notice is marked as no conviction, and each item is charged', async ({
  page,
  context,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn(OWNER)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, samples.warned, 'mentions')
  const knf = part(page, 'Ostrzeżenia KNF')
  await expect(knf).toContainText('Szukamy tekstu „')
  await expect(knf).toContainText('do 25 zapytań')
  const before = await usedUnits(context, panel)
  await requestButtonIn(page, 'Ostrzeżenia KNF').click()
  const exactMatches = knf.getByRole('region', { name: 'Ten sam numer albo ta sama nazwa' })
  await expect(exactMatches.getByText('ten sam numer', { exact: true })).toBeVisible()
  await expect(knf).toContainText('Nie jest wyrokiem.')
  const count = await knf.getByText('Zawiadomienie', { exact: true }).count()
  expect((await usedUnits(context, panel)).lookups).toBe(before.lookups + count)
  await expectAccessible(page, 'company/mentions')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('UOKiK: a decision PDF shows its price, downloads, and is charged to the PDF pool', async ({
  page,
  context,
  panel,
  signIn,
}) => {
  await signIn(OWNER)
  await open(page, samples.decided, 'mentions')
  const uokik = part(page, 'Decyzje UOKiK')
  await requestButtonIn(page, 'Decyzje UOKiK').click()
  const downloadButton = uokik.getByRole('button', { name: /^Pobierz PDF decyzji / }).first()
  await expect(uokik.getByText(/^1 pobranie PDF/).first()).toBeVisible()
  const before = await usedUnits(context, panel)
  const download = page.waitForEvent('download')
  await downloadButton.click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(toast(page, /^Pobrano: 1 pobranie PDF\./)).toBeVisible()
  expect(await usedUnits(context, panel)).toEqual({ ...before, pdfs: before.pdfs + 1 })
})

test('SUDOP: searches by NIP and sums the aid by year', async ({ page, context, panel, signIn, expectAccessible }) => {
  await signIn(OWNER)
  await open(page, samples.aided, 'mentions')
  const before = await usedUnits(context, panel)
  await requestButtonIn(page, 'Pomoc publiczna (SUDOP)').click()
  const aid = part(page, 'Pomoc publiczna (SUDOP)')
  const years = aid.getByRole('table', { name: 'Pomoc w latach' }).getByRole('row')
  await expect(years.nth(1)).toContainText('zł')
  const cases = (await aid.getByRole('table', { name: 'Przypadki pomocy' }).getByRole('row').count()) - 1
  expect((await usedUnits(context, panel)).lookups).toBe(before.lookups + cases)
  await expectAccessible(page, 'company/public-aid')
})

test('an empty pool shows that nothing was charged and stores no answer', async ({
  page,
  context,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/402/)
  await signIn(EMPTY_OWNER)
  const set = await context.request.put(`${panel.url}/api/v1/usage/api/spend-cap`, {
    data: { spend_cap_pln: 0 },
    headers: { origin: panel.url },
  })
  expect([200, 402, 403]).toContain(set.status())
  await open(page, samples.quiet, 'risk')
  await expect(part(page, 'Ryzyko')).toContainText('pula jest pusta')
  await requestButtonIn(page, 'Ryzyko').click()
  await expect(part(page, 'Ryzyko').getByRole('alert')).toContainText('Nic nie pobrano.')
  await page.reload()
  await expect(requestButtonIn(page, 'Ryzyko')).toBeVisible()
  await expect(againIn(page, 'Ryzyko')).toHaveCount(0)
})
