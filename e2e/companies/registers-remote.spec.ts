import type { Page } from '@playwright/test'

import { addDays, warsawDay } from '@/lib/domain/calendar'

import type { FaultyUpstream, UpstreamFault } from '../support/faulty-upstream'
import { expect, remoteTest } from '../support/remote-fixtures'

const KRS = '0000123456'
const NIP = '5213017228'
const NAME = 'ZAKŁADY "ŻARIDAN" GEODEZJA SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ'
const today = warsawDay(new Date())
const LONG = 'Ż'.repeat(200)
const RIGHT_TO_LEFT = 'شركة مساهمة "אבג"'

const hit = {
  id: '5f4b5b52-9e3f-4d0e-8e54-6f6e4b7a7c11',
  krs: KRS,
  nip: NIP,
  regon: null,
  name: NAME,
  status: 'active',
}
const json = (body: unknown, units = 1): UpstreamFault => ({
  status: 200,
  body: JSON.stringify(body),
  headers: { 'x-units-charged': String(units), 'x-units-left': '41' },
})
const stream = (rows: readonly unknown[], cursor: string | null, units: number): UpstreamFault => ({
  status: 200,
  type: 'application/x-ndjson',
  body: [...rows, { _end: { reason: cursor === null ? 'complete' : 'limit', returned: rows.length, units, cursor } }]
    .map((row) => `${JSON.stringify(row)}\n`)
    .join(''),
  headers: { 'x-units-left': '41' },
})

type Answers = Readonly<Record<string, UpstreamFault | ((path: string) => UpstreamFault)>>

/** From now on the service gives these answers for paths with these prefixes, and normal ones for all others. */
function setAnswers(faulty: FaultyUpstream, answers: Answers): void {
  const all: Answers = { '/v1/search': json({ items: [hit], total: 1, next_cursor: null }, 0), ...answers }
  faulty.fail(({ path }) => {
    const answer = Object.entries(all).find(([begin]) => path.startsWith(begin))?.[1]
    return typeof answer === 'function' ? answer(path) : answer
  })
}

const part = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const requestButtonIn = (page: Page, name: string) => part(page, name).getByRole('button', { name: /^Zapytaj/ })
const open = (page: Page, tab: string) => page.goto(`/companies/${KRS}?tab=${tab}`)

async function expectReadable(page: Page): Promise<void> {
  const text = await page.getByRole('main').innerText()
  expect(text).not.toMatch(/NaN|Infinity|Invalid|undefined|null|\[object|\{\w+\}/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
}

remoteTest.beforeEach(({ signIn }) => signIn('owner'))
remoteTest.afterEach(({ faulty }) => faulty.heal())

remoteTest(
  'a failed request shows that it may have been charged, and can be repeated',
  async ({ page, faulty, expectedErrors }) => {
    expectedErrors.push(/50[0-9]/)
    setAnswers(faulty, { '/v1/risk': { status: 500, body: '{"detail":"broken"}' } })
    await open(page, 'risk')
    await requestButtonIn(page, 'Ryzyko').click()
    await expect(part(page, 'Ryzyko').getByRole('alert')).toContainText('Nie wiadomo, czy usługa naliczyła opłatę.')
    setAnswers(faulty, { '/v1/risk': json({ score: 0, level: 'low', factors: [] }) })
    await requestButtonIn(page, 'Ryzyko').click()
    await expect(part(page, 'Ryzyko')).toContainText('Nic nie znaleziono')
    await expect(part(page, 'Ryzyko').getByRole('alert')).toHaveCount(0)
    await expect(part(page, 'Co sprawdzamy')).toContainText('określa usługa')
    await expectReadable(page)
  },
)

remoteTest('findings with an unknown code are shown as received', async ({ page, faulty, expectAccessible }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const factors = [
    { code: 'x_unknown', description: `${RIGHT_TO_LEFT} ${LONG}`, points: 12 },
    {
      code: 'young',
      description: 'Young',
      points: 30,
      evidence: [{ source: 'xyz', day: null, title: null, id: 'a' }],
    },
    { code: 'z' },
  ]
  setAnswers(faulty, { '/v1/risk': json({ score: 42, level: 'elevated', factors }) })
  await open(page, 'risk')
  await requestButtonIn(page, 'Ryzyko').click()
  const risk = part(page, 'Ryzyko')
  await expect(risk.getByRole('meter', { name: 'Ryzyko' })).toHaveAttribute('aria-valuetext', '42 na 100, elevated')
  await expect(risk).toContainText(RIGHT_TO_LEFT)
  await expect(risk.getByText('Zarejestrowana mniej niż rok temu')).toBeVisible()
  // Neither the effect of a factor nor its expiry is shown, because only the service's own rule knows them.
  await expect(risk).not.toContainText('Bez tego')
  await expect(risk).not.toContainText('Minie')
  await expectReadable(page)
  await expectAccessible(page, 'company/risk-unknown')
})

remoteTest(
  'if there are several pages of changes, the oldest page comes first, with a note, and the next page is charged',
  async ({ page, faulty }) => {
    const change = (day: string, number: number, more: object = {}) => ({
      id: `c${number}`,
      change_date: day,
      krs: KRS,
      entry_number: number,
      section: 'Dział 1, rubryka 1: Dane podmiotu',
      field: 'nazwa',
      old_value: `STARA ${number}`,
      new_value: `NOWA ${number} ${LONG} ${LONG}`,
      ...more,
    })
    const first = [
      change('2026-01-05', 1),
      change('2026-02-05', 2, { field: 'coś.nowego', old_value: null }),
      'no change at all',
    ]
    const second = [change('2026-03-05', 3, { new_value: null, section: null })]
    setAnswers(faulty, {
      '/v1/krs/changes/stream': (path) =>
        path.includes('cursor=abc') ? stream(second, null, 1) : stream(first, 'abc', 10),
    })
    await open(page, 'changes')
    await expect(part(page, 'Zmiany w KRS')).toContainText('do 10 zapytań')
    await part(page, 'Zmiany w KRS').getByRole('button', { name: 'Zapytaj', exact: true }).click()
    const changes = part(page, 'Zmiany w KRS')
    await expect(page.getByText('Pobrano: 10 zapytań. Zostało do blokady 41.').first()).toBeVisible()
    await expect(changes).toContainText('kończy się na 5 lut 2026; nowsze są na następnej stronie')
    await expect(changes).toContainText('1 pozycji nie pokazujemy')
    await expect(changes).toContainText('coś.nowego')
    const texts = () => changes.getByRole('list', { name: 'Zmiany w KRS' }).locator('> li').allInnerTexts()
    expect((await texts()).map((text) => /wpis nr \d+/.exec(text)?.[0])).toEqual(['wpis nr 2', 'wpis nr 1'])
    const more = changes.getByRole('button', { name: /^Pokaż całość: Nazwa: jest/ })
    await more.click()
    await expect(changes.getByRole('button', { name: /^Zwiń: Nazwa: jest/ })).toHaveAttribute('aria-expanded', 'true')
    await changes.getByRole('button', { name: 'Pokaż więcej' }).click()
    await expect(page.getByText('Pobrano: 1 zapytanie. Zostało do blokady 41.').first()).toBeVisible()
    await expect(changes).not.toContainText('na następnej stronie')
    expect((await texts()).map((text) => /wpis nr \d+/.exec(text)?.[0])).toEqual([
      'wpis nr 3',
      'wpis nr 2',
      'wpis nr 1',
    ])
    await expect(changes.getByText('wykreślono')).toBeVisible()
    await expectReadable(page)
  },
)

remoteTest(
  'the deadline for claims shows the days left, or that it has passed',
  async ({ page, faulty, expectAccessible }) => {
    const announced = (day: string, row: object) => ({
      id: day,
      source: 'krz',
      published_on: day,
      krs: KRS,
      name: NAME,
      title: 'Obwieszczenie o ogłoszeniu upadłości',
      row,
    })
    const old = announced(addDays(today, -200), { tresc_text: LONG.repeat(3) })
    const fresh = announced(addDays(today, -3), {
      debtor_krs: KRS,
      court: 'Sąd Rejonowy',
      signature: 'WA1M/GUp/1/2026',
    })
    setAnswers(faulty, { '/v1/stream': stream([old, fresh], null, 2) })
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, 'announcements')
    await part(page, 'Obwieszczenia KRZ').getByRole('button', { name: 'Zapytaj', exact: true }).click()
    const items = part(page, 'Obwieszczenia KRZ').getByRole('list', { name: 'Obwieszczenia KRZ' }).locator('> li')
    await expect(items.nth(0)).toContainText('Zgłoszenie wierzytelności do')
    await expect(items.nth(0)).toContainText(/został[aoy]? \d+ dni/)
    await expect(items.nth(0)).toContainText('WA1M/GUp/1/2026')
    await expect(items.nth(1)).toContainText('Zgłoszenie wierzytelności było możliwe do')
    await expect(items.nth(1)).toContainText('termin minął')
    await expectReadable(page)
    await expectAccessible(page, 'company/claims-deadline')
  },
)

remoteTest('a search by name lists the entries of other companies separately', async ({ page, faulty }) => {
  const warning = (name: string, more: object = {}) => ({
    id: name,
    name,
    section: 1,
    notified_on: '2026-01-02',
    ...more,
  })
  const items = [
    warning('Zakłady „Żaridan” Geodezja Sp. z o.o.', { identifier: 'KRS 0009000001', resolved_on: null }),
    warning('Żaridan Geodezja Plus', { resolved_on: '2026-05-06' }),
    warning('ZAKLADY ZARIDAN GEODEZJA S.A.'),
    warning('Ktoś inny', { identifier: `NIP ${NIP}` }),
  ]
  setAnswers(faulty, { '/v1/knf/warnings': json({ items, total: 9, next_cursor: 'x' }, 4) })
  await open(page, 'mentions')
  const knf = part(page, 'Ostrzeżenia KNF')
  await expect(knf).toContainText('Szukamy tekstu „ZAKŁADY ŻARIDAN GEODEZJA”.')
  await knf.getByRole('button', { name: 'Zapytaj', exact: true }).click()
  await expect(knf).toContainText('Pokazano 4 z 9.')
  const entries = (heading: string) => knf.getByRole('region', { name: heading }).getByRole('listitem')
  const exact = entries('Ten sam numer albo ta sama nazwa')
  await expect(exact).toHaveCount(2)
  await expect(exact.nth(0)).toContainText('ta sama nazwa')
  await expect(exact.nth(1)).toContainText('ten sam numer')
  const similar = entries('Podobne: mogą dotyczyć kogoś innego')
  await expect(similar).toHaveCount(2)
  await expect(similar.nth(0)).toContainText('numer innej firmy')
  await expect(similar.nth(0)).toContainText('bez rozstrzygnięcia')
  await expect(similar.nth(1)).toContainText('rozstrzygnięta')
  const searchPaths = faulty.calls.map(({ path }) => path).filter((path) => path.startsWith('/v1/knf/warnings'))
  expect(searchPaths).toHaveLength(1)
  expect(searchPaths[0]).toContain('q=ZAK%C5%81ADY+%C5%BBARIDAN+GEODEZJA&limit=25')
  await expectReadable(page)
})
