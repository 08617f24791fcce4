import type { Page } from '@playwright/test'

import { poolNames } from '@/lib/domain/usage/pools'
import { numbersAs, wholeMeter, wholeSummary } from '@/lib/testing/usage-answers'

import type { FaultyUpstream } from './support/faulty-upstream'
import { expect, remoteTest } from './support/remote-fixtures'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

type Fields = Readonly<Record<string, unknown>>
/** A period from ten days ago to five days ahead; each test overrides some fields of the answers. */
const period = () => ({ period_start: fromNow(-10 * DAY_MS), period_end: fromNow(5 * DAY_MS) })
const meterWith = (fields: Fields = {}): Fields => ({ ...wholeMeter, ...period(), ...fields })
const { limits } = wholeSummary
const daily = { ...wholeSummary.daily, day_start: fromNow(-60 * MINUTE_MS), day_end: fromNow(300 * MINUTE_MS) }
const summaryWith = (fields: Fields = {}): Fields => ({ ...wholeSummary, ...period(), daily, ...fields })
const days = Array.from({ length: 11 }, (_, ago) => ({
  date: fromNow((ago - 10) * DAY_MS).slice(0, 10),
  lookups: 100,
  rdf: 10,
  pdfs: 5,
  wpv_checks: 1,
  overage_units: 0,
  overage_grosz: 0,
}))
type Answers = { readonly meter?: unknown; readonly summary?: unknown; readonly items?: readonly unknown[] }
/** The service gives these answers from now on, to the server's first request and to later ones of the browser. */
function setAnswers(
  faulty: FaultyUpstream,
  { meter = meterWith(), summary = summaryWith(), items = days }: Answers,
): void {
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/usage/api': meter,
    '/v1/usage/summary': summary,
    '/v1/usage/daily': { items },
  }
  faulty.fail(({ method, path }) => {
    const answer = method === 'GET' ? answers[path.split('?')[0] ?? ''] : undefined
    return answer === undefined ? undefined : { status: 200, body: JSON.stringify(answer) }
  })
}

const card = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const pools = (page: Page) => card(page, 'Pule')
const pool = (page: Page, name: string) => pools(page).getByRole('listitem').filter({ hasText: name })
const overage = (page: Page) => card(page, 'Nadwyżka')
const spent = (page: Page) => card(page, 'Nadwyżka w tym okresie')
const editor = (page: Page) => card(page, 'Ustaw limit')

const TECHNICAL_WORDS = /NaN|Infinity|Invalid|undefined|null|\[object|\{\w+\}/
/** Expects no technical word on the page and no bar outside its range. */
async function expectSane(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const text = await page.locator('body').innerText()
  // The addresses of endpoints have their own braces.
  expect(text.replaceAll(/\/v1\/\S+/g, '')).not.toMatch(TECHNICAL_WORDS)
  // Read in one call, because a meter may be redrawn at any time.
  const meters = await page.getByRole('meter').evaluateAll((all) =>
    all.map((meter) => ({
      now: Number(meter.getAttribute('aria-valuenow')),
      max: Number(meter.getAttribute('aria-valuemax')),
      words: meter.getAttribute('aria-valuetext') ?? '',
      width: meter.getBoundingClientRect().width,
      parts: [...meter.querySelectorAll('span')].map((part) => part.getBoundingClientRect().width),
    })),
  )
  for (const { now, max, words, width, parts } of meters) {
    expect(now).toBeGreaterThanOrEqual(0)
    expect(now).toBeLessThanOrEqual(max)
    expect(words).not.toMatch(TECHNICAL_WORDS)
    expect(Math.max(...parts)).toBeLessThanOrEqual(width)
  }
}

remoteTest.beforeEach(({ signIn }) => signIn('owner'))
remoteTest.afterEach(({ faulty }) => faulty.heal())

remoteTest.describe('an unreadable meter', () => {
  remoteTest(
    'is shown without the unreadable values when fields are missing or negative',
    async ({ page, faulty, expectAccessible }) => {
      await remoteTest.step('a readable meter shows amount, bars and forecast', async () => {
        setAnswers(faulty, {})
        await page.goto('/')
        await expect(pools(page).getByRole('meter')).toHaveCount(poolNames.length)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/184,64\szł\snetto/)
        const small = page.getByRole('region', { name: 'Zużycie w tym okresie' }).first()
        await expect(small).toContainText('184,64\u00A0zł\u00A0netto z 500\u00A0zł')
        await page.goto('/usage')
        await expect(overage(page)).toContainText('184,64\u00A0zł\u00A0netto z 500\u00A0zł limitu')
        await expect(overage(page)).toContainText(
          /Przy tym tempie nadwyżka na koniec okresu wyniesie około \d+\szł\snetto, a najwyżej 500\szł\snetto\./,
        )
        await page.goto('/spend-cap')
        await expect(spent(page).getByRole('meter')).toHaveAttribute('aria-valuenow', '18464')
        await expect(spent(page)).toContainText('2\u00A0308 × 0,08\u00A0zł = 184,64\u00A0zł')
        await expectSane(page)
      })
      await remoteTest.step('a meter without fields shows what is missing, and no values', async () => {
        setAnswers(faulty, { meter: { brand_new: { a: [1] } }, summary: { brand_new: true } })
        await page.goto('/')
        await expect(page.getByText('Usługa nie podała czytelnych granic okresu rozliczeniowego.')).toBeVisible()
        await expect(pools(page).getByText('brak danych')).toHaveCount(poolNames.length)
        await expect(page.getByRole('meter')).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Usługa nie podała kwoty nadwyżki')
        await expectSane(page)
        await page.goto('/usage')
        await expect(overage(page)).toContainText('Usługa nie podała kwoty nadwyżki.')
        await expect(overage(page)).toContainText(
          'nie podała w czytelnej postaci pól included, used, unit_grosz, overage_grosz, period_end.',
        )
        await expectSane(page)
        await expectAccessible(page, 'usage/nothing-readable')
        await page.goto('/spend-cap')
        await expect(spent(page)).toContainText('Usługa nie podała kwoty nadwyżki.')
        await expect(spent(page)).toContainText('Źródło limitunieznane')
        await expect(editor(page)).toContainText('Usługa nie podała czytelnie, jaki limit obowiązuje.')
        await expect(editor(page)).not.toContainText('Na okres do')
        await expect(spent(page).getByRole('meter')).toHaveCount(0)
        await editor(page).getByText('Bez płatnej nadwyżki').click()
        await expect(editor(page)).toContainText('nie wiadomo, czy ten limit od razu zablokuje płatne zapytania')
        await expectSane(page)
        await expectAccessible(page, 'spend-cap/nothing-readable')
      })
      await remoteTest.step('negative numbers are listed, and no bar is drawn', async () => {
        setAnswers(faulty, { meter: numbersAs(meterWith(), -5), summary: numbersAs(summaryWith(), -5) })
        await page.goto('/')
        await expect(pools(page).getByText('usługa podała -5')).toHaveCount(poolNames.length)
        await expect(pools(page).getByText('brak danych')).toHaveCount(poolNames.length)
        await expect(page.getByRole('meter')).toHaveCount(0)
        await expectSane(page)
        await page.goto('/usage')
        for (const field of ['overage_grosz', 'unit_grosz', 'spend_cap_pln', 'allowance'])
          await expect(overage(page)).toContainText(`Wartości -5 w polu ${field} nie da się odczytać`)
        await expectSane(page)
        await page.goto('/spend-cap')
        await expect(spent(page)).toContainText('Wartości -5 w polu overage_grosz nie da się odczytać')
        await expect(spent(page)).toContainText('pól included, used, unit_grosz, overage_grosz.')
        await expect(spent(page)).not.toContainText('Pozostało do blokady')
        await expect(editor(page)).toContainText('jaki limit obowiązuje')
        await expect(editor(page)).not.toContainText('≈')
        await expectSane(page)
      })
    },
  )

  remoteTest(
    'is shown correctly with odd days, without limits, or with an invalid end',
    async ({ page, faulty, expectAccessible }) => {
      await remoteTest.step('unreadable days are counted, and the others are shown', async () => {
        const odd = days.map((day, at) => ({ ...day, ...[{ lookups: -500 }, { rdf: 1e300 }, { pdfs: undefined }][at] }))
        setAnswers(faulty, { items: odd })
        await page.goto('/')
        const daily = card(page, 'Zużycie dzień po dniu')
        await expect(daily).toContainText('Dla 3 dni usługa nie podała czytelnych liczb')
        await daily.getByRole('button', { name: 'Pokaż tabelę' }).click()
        await expect(daily.getByRole('row').filter({ hasText: 'Suma okresu' })).toContainText('1\u00A0000')
        await expectSane(page)
        await expectAccessible(page, 'overview/odd-days')
        setAnswers(faulty, {})
        await page.reload()
        await expect(daily.getByRole('button', { name: 'Pokaż tabelę' })).toBeVisible()
        await expect(daily).not.toContainText('nie podała czytelnych liczb')
      })
      await remoteTest.step('null for included and allowance is shown as unlimited', async () => {
        const unlimited = { included: null, allowance: null, overage_units: 0, overage_grosz: 0 }
        setAnswers(faulty, {
          meter: meterWith(unlimited),
          summary: summaryWith({ limits: { ...limits, lookups: null } }),
        })
        await page.goto('/')
        await expect(pool(page, 'Wspólne zapytania')).toContainText(/22\s308.*bez limitu/)
        await expect(page.getByText('Zapytania w planie nie mają limitu, więc nadwyżka nie powstaje.')).toBeVisible()
        await expectSane(page)
        await page.goto('/usage')
        await expect(overage(page)).toContainText('Zapytania w planie nie mają limitu, więc nadwyżka nie powstaje.')
        await expect(overage(page)).toContainText('Pozostało do blokadybez limitu')
        await expect(overage(page)).not.toContainText('Prognoz')
        await expectSane(page)
        await expectAccessible(page, 'usage/unlimited')
        await page.goto('/spend-cap')
        await expect(spent(page)).toContainText('W cenie planubez limitu')
        await expect(spent(page)).toContainText('Pozostało do blokadybez limitu')
        await expect(spent(page)).toContainText('nadwyżka nie powstaje')
        await expectSane(page)
      })
      await remoteTest.step('an invalid end of the period is not shown', async () => {
        const end = '9999-12-31T23:59:59Z'
        const reached = { period_end: end, spend_cap_pln: 100, max_overage_pln: 100, allowance: 0 }
        setAnswers(faulty, {
          meter: meterWith(reached),
          summary: summaryWith({ period_end: end, daily: { ...daily, day_end: end } }),
        })
        await page.goto('/')
        await expect(page.getByText('Usługa nie podała czytelnych granic okresu rozliczeniowego.')).toBeVisible()
        const words = 'płatne zapytania są wstrzymane (błąd API 402) do końca okresu rozliczeniowego.'
        await expect(page.getByText(words)).toBeVisible()
        await expect(pools(page).getByText(/odnowi się \d|miała się odnowić/)).toHaveCount(0)
        await expectSane(page)
        await page.goto('/spend-cap')
        await expect(spent(page)).toContainText(words)
        await expect(editor(page)).not.toContainText('Na okres do')
        await editor(page).getByText('Bez płatnej nadwyżki').click()
        await editor(page).getByRole('button', { name: 'Zapisz limit' }).click()
        const dialog = page.getByRole('alertdialog')
        await expect(dialog).toContainText('Do kiedydo końca okresu rozliczeniowego')
        await expectSane(page)
      })
    },
  )

  // Huge and broken numbers, and more ends of the period, are tested in components/spend-cap/odd-meter.test.tsx.
})

remoteTest.describe('the numbers of an ended period', () => {
  remoteTest('are marked as old on both pages, and show no forecast', async ({ page, faulty, expectAccessible }) => {
    const overrides = { period_end: fromNow(-60 * MINUTE_MS) }
    setAnswers(faulty, { meter: meterWith(overrides), summary: summaryWith(overrides) })
    const note = page.getByText(/^Okres rozliczeniowy tych liczb skończył się .* \(czas warszawski\)\. Liczby są stare/)
    await page.goto('/')
    await expect(note).toHaveCount(1)
    await expect(pool(page, 'RDF')).toContainText('okres zakończony')
    const forecast = /Prognoz|Zapłacisz|na koniec okresu/i
    await expect(page.getByRole('main')).not.toContainText(forecast)
    await expectSane(page)
    await expectAccessible(page, 'overview/old-period')
    await page.goto('/spend-cap')
    await expect(note).toHaveCount(1)
    await expect(spent(page)).not.toContainText(forecast)
    // A cap cannot be set "until" an end that has passed.
    await expect(editor(page)).not.toContainText('Na okres do')
    await expectSane(page)
    await expectAccessible(page, 'spend-cap/old-period')
  })

  remoteTest('on another page do not mark the spend cap as old', async ({ page, faulty }) => {
    setAnswers(faulty, { summary: summaryWith({ period_end: fromNow(-60 * MINUTE_MS) }) })
    await page.goto('/')
    const note = page.getByText(/^Okres rozliczeniowy tych liczb skończył się/)
    await expect(note).toHaveCount(1)
    await page.getByRole('link', { name: 'Zmień limit wydatków' }).click()
    await expect(spent(page)).toContainText('184,64\u00A0zł')
    await expect(note).toHaveCount(0)
  })
})

remoteTest.describe('a computer with a wrong clock', () => {
  for (const [name, offMs, words] of [
    ['fast', 65 * MINUTE_MS, 'spieszy się o 1\u00A0godz.'],
    ['slow', -65 * MINUTE_MS, 'spóźnia się o 1\u00A0godz.'],
  ] as const)
    remoteTest(
      `that is an hour ${name}: the pages mention it, and use the server's clock`,
      async ({ page, faulty, expectAccessible }) => {
        // The period ends in half an hour: by this computer's own clock it would be over, or an hour and a half away.
        const ends = { period_end: fromNow(30 * MINUTE_MS) }
        setAnswers(faulty, { meter: meterWith(ends), summary: summaryWith(ends) })
        await page.clock.install({ time: Date.now() + offMs })
        for (const path of ['/', '/spend-cap']) {
          await page.goto(path)
          await page.clock.runFor(61_000)
          await expect(page.getByText(`Zegar tego komputera ${words}`)).toHaveCount(1)
          await expect(page.getByText('odliczania liczymy według zegara serwera.')).toBeVisible()
          await expect(page.getByText(/^Okres rozliczeniowy tych liczb skończył się/)).toHaveCount(0)
          await expectSane(page)
        }
        if (name === 'fast') await expectAccessible(page, 'spend-cap/clock-off')
        await page.goto('/')
        await page.clock.runFor(61_000)
        await expect(page.getByText(/pule odnowią się za (2\d|30)\u00A0min/)).toBeVisible()
        await expect(pool(page, 'RDF').getByRole('meter')).toHaveAttribute('aria-valuetext', /· za (2\d|30)\u00A0min/)
      },
    )
})
