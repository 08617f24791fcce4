import type { Page } from '@playwright/test'

import { poolNames } from '@/lib/domain/usage/pools'

import { makeOwner } from './support/accounts'
import { expect, test } from './support/fixtures'
import { waitForIdleNetwork } from './support/idle-network'

type Summary = {
  period_end: string
  counts: Record<'lookups' | 'rdf' | 'pdfs', number>
  limits: Record<'lookups' | 'rdf' | 'pdfs', number>
  daily: { wpv_checks: number; wpv_checks_limit: number }
}
type Meter = { overage_grosz: number; overage_units: number; allowance: number }
type Day = { date: string; lookups: number; rdf: number; pdfs: number; overage_units: number }

const read = async <T>(page: Page, path: string): Promise<T> => {
  const answer = await page.request.get(`/api/v1${path}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as T
}
const grouped = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, '\u00A0')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('the overview', () => {
  test('shows its numbers with the first paint, and they equal those of the service', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('owner')
    const summary = await read<Summary>(page, '/usage/summary')
    const html = await (await page.request.get('/')).text()
    expect(html).toContain(grouped(summary.counts.rdf))
    await page.goto('/')
    const meter = (name: string) => card(page, 'Pule').getByRole('meter', { name, exact: true })
    const { allowance } = await read<Meter>(page, '/usage/api')
    // The scale of the lookups includes the units that the spend cap pays for.
    const stop = Math.max(summary.limits.lookups, summary.counts.lookups + allowance)
    await expect(meter('Wspólne zapytania')).toHaveAttribute('aria-valuemax', String(stop))
    await expect(meter('RDF')).toHaveAttribute('aria-valuenow', String(summary.counts.rdf))
    await expect(meter('PDF')).toHaveAttribute('aria-valuenow', String(summary.counts.pdfs))
    await expect(meter('Biała lista VAT, dziś')).toHaveAttribute('aria-valuetext', /za .*(godz\.|min)/)
    const overage = await read<Meter>(page, '/usage/api')
    await expect(card(page, 'Pule')).toContainText(`pozostało do blokady: ${grouped(overage.allowance)}`)
    const [zl, gr] = [Math.floor(overage.overage_grosz / 100), String(overage.overage_grosz % 100).padStart(2, '0')]
    const amount = `${grouped(zl)},${gr}\u00A0zł\u00A0netto`
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Nadwyżka do tej pory: ${amount}`)
    await expect(page.getByText(/^Okres rozliczeniowy 1–\d\d .* · minęło \d+% · /)).toBeVisible()
    await expectAccessible(page, 'overview')
  })

  // The reports page requests the names of filters for reports that another journey ordered with a filter.
  test('requests nothing from the service that came with the page', async ({ page, signIn }) => {
    await signIn('owner')
    let requestPaths: string[] = []
    page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
    for (const [path, answers] of Object.entries({
      '/': '/api/v1/',
      '/usage': '/api/v1/',
      '/spend-cap': '/api/v1/',
      '/reports': '/api/v1/reports',
      '/events': '/api/v1/',
    })) {
      requestPaths = []
      // After hydration the page requests the health together with its other requests.
      const hydrated = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/health')
      await page.goto(path)
      await hydrated
      await waitForIdleNetwork(page)
      expect(
        requestPaths.filter((each) => each.startsWith(answers)),
        path,
      ).toEqual([])
    }
  })

  test('draws the days as a chart, and shows the same numbers as a table by keyboard', async ({ page, signIn }) => {
    await signIn('owner')
    const { items } = await read<{ items: Day[] }>(page, '/usage/daily')
    await page.goto('/')
    const days = card(page, 'Zużycie dzień po dniu')
    const chart = days.getByTestId('usage-chart')
    // A day's bar has a part for units in the plan and a part for those above it.
    const partsOf = ({ lookups, overage_units: overage }: Day) => [lookups - overage, overage]
    const barCount = items.reduce((bars, day) => bars + partsOf(day).filter(Boolean).length, 0)
    await expect(chart.locator('rect[fill^="var(--color-series"]')).toHaveCount(barCount)
    await chart.hover()
    await expect(chart.locator('.recharts-bar-rectangle').first()).toBeVisible()
    const [first] = items
    await chart.locator('.recharts-bar-rectangle').first().hover()
    await expect(chart.locator('.recharts-tooltip-wrapper')).toContainText(
      grouped((first?.lookups ?? -1) - (first?.overage_units ?? 0)),
    )
    await days.getByRole('button', { name: 'Pokaż tabelę' }).focus()
    await page.keyboard.press('Enter')
    const table = days.getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(items.length + 2)
    const over = items.reduce((total, day) => total + day.overage_units, 0)
    const plan = items.reduce((total, day) => total + day.lookups, 0) - over
    for (const sum of [plan, over])
      await expect(table.getByRole('row', { name: /^Suma okresu/ })).toContainText(grouped(sum))
    await page.keyboard.press('Enter')
    await expect(days.getByRole('button', { name: 'Pokaż tabelę' })).toBeFocused()
  })

  test('shows the newest events without any PESEL, and links to reports and the spend cap', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    const events = await read<{ items: { id: number; title: string | null }[] }>(page, '/monitor-events?limit=5')
    await page.goto('/')
    await expect(card(page, 'Ostatnie zdarzenia').getByRole('listitem')).toHaveCount(Math.min(5, events.items.length))
    expect(await card(page, 'Ostatnie zdarzenia').innerText()).not.toMatch(/\d{11}/)
    await expect(page.getByText(/^Raporty dzienne: \d+ do pobrania, najbliższy wygasa za /)).toBeVisible()
    await page.getByRole('link', { name: 'Otwórz raporty' }).click()
    await expect(page).toHaveURL('/reports')
    await page.goBack()
    // The first event leads to itself.
    const first = card(page, 'Ostatnie zdarzenia').getByRole('listitem').first().getByRole('link')
    await expect(first).toHaveAttribute('href', /^\/events\?event=\d+$/)
    await page.getByRole('link', { name: 'Zmień limit wydatków' }).click()
    await expect(page).toHaveURL('/spend-cap')
  })

  test('shows finance neither events nor reports, and requests neither', async ({ page, signIn }) => {
    await signIn('finance')
    const requestPaths: string[] = []
    page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
    await page.goto('/')
    await expect(card(page, 'Ostatnie zdarzenia')).toHaveCount(0)
    await expect(page.getByText(/^Raporty dzienne/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Zmień limit wydatków' })).toHaveCount(0)
    await expect(card(page, 'Wymaga uwagi')).not.toContainText('zdarze')
    await expect(card(page, 'Pule').getByRole('meter')).toHaveCount(poolNames.length)
    expect(requestPaths.filter((path) => /monitor-events|reports/.test(path) && path.startsWith('/api'))).toEqual([])
  })

  test('shows usage of an inactive account and that paid requests are suspended', async ({
    page,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(/402/)
    await signIn('owner@demo-inactive.test')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Konto jest nieaktywne')
    await expect(page.getByRole('banner').getByText('Konto nieaktywne')).toBeVisible()
    await expect(page.getByText(/^Subskrypcja konta jest nieaktywna: płatne zapytania są wstrzymane/)).toHaveCount(1)
    await expect(card(page, 'Pule').getByText('wstrzymana (błąd API 402)')).toHaveCount(poolNames.length)
    await expect(card(page, 'Pule')).not.toContainText('pozostało do blokady')
    await expect(page.getByRole('link', { name: 'Zmień limit wydatków' })).toHaveCount(0)
    await expect(card(page, 'Ostatnie zdarzenia')).toHaveCount(0)
    await expect(card(page, 'Pule').getByRole('meter')).toHaveCount(poolNames.length)
    await expect(card(page, 'Zużycie dzień po dniu')).toContainText('Nie ma jeszcze zużycia w tym okresie')
  })

  test('shows on a trial that no overage is charged', async ({ page, signIn }) => {
    await signIn('owner@demo-trial.test')
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nadwyżka do tej pory: brak')
    await expect(page.getByText(/^W okresie próbnym nadwyżka nie jest naliczana\./)).toBeVisible()
    await page.goto('/usage')
    await expect(card(page, 'Nadwyżka')).toContainText('Wywołania w okresie próbnym')
    await expect(card(page, 'Nadwyżka')).not.toContainText('Cena jednostki')
  })
})

test('what needs attention leads to exactly these things, and nothing is said calmly', async ({
  page,
  signIn,
  panel,
  expectAccessible,
}) => {
  const owner = await makeOwner(panel, 'attention')
  await signIn(owner)
  const krs = { identifier_type: 'krs', identifier_value: '0009499801', tags: [] }
  await page.request.post('/api/v1/monitors', { data: krs, headers: { origin: panel.url } })
  await page.request.post('/api/panel/first-steps/dismissal', {
    data: { is_dismissed: true },
    headers: { origin: panel.url },
  })
  await page.goto('/')
  const attention = card(page, 'Wymaga uwagi')
  await expect(attention).toContainText('Nic nie wymaga teraz uwagi.')
  const filter = { name: 'Do usunięcia', content: { krs: ['0009499801'] } }
  const made = await page.request.post('/api/v1/filters', { data: filter, headers: { origin: panel.url } })
  const { id } = (await made.json()) as { id: string }
  const watch = { filter_id: id, tags: [] }
  await page.request.post('/api/v1/monitors', { data: watch, headers: { origin: panel.url } })
  await page.request.delete(`/api/v1/filters/${id}`, { headers: { origin: panel.url } })
  await page.reload()
  await expectAccessible(page, 'overview/attention')
  await attention.getByRole('link', { name: '1 monitor bez filtra nie zgłasza zdarzeń' }).click()
  await expect(page).toHaveURL('/monitors?silent=1')
})

test('a new account is led through three steps, which are ticked from what is stored', async ({
  page,
  signIn,
  panel,
  expectAccessible,
}) => {
  const owner = await makeOwner(panel, 'first-steps')
  await signIn(owner)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Witaj w Panelu Rejestrów')
  const steps = card(page, 'Pierwsze kroki')
  const step = (name: string) => steps.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(steps.getByText('do zrobienia')).toHaveCount(3)
  await expectAccessible(page, 'overview/first-steps')
  await expect(card(page, 'Programujesz?')).toContainText('curl')
  await expect(page.getByRole('link', { name: 'Zaproś osobę' })).toHaveAttribute('href', '/settings/members')

  await test.step('a company is watched by name in two steps', async () => {
    await step('Dodaj firmy').getByLabel('Nazwa firmy albo numery, po jednym w wierszu').fill('zaridan geodezja')
    await page.getByRole('button', { name: /^Obserwuj: ŻARIDAN GEODEZJA/ }).click()
    await expect(step('Dodaj firmy')).toContainText('zrobione')
  })
  await test.step('numbers go on to the import page, where a name is searched as well', async () => {
    await page.goto('/monitors/import')
    const field = page.getByLabel('Nazwa firmy albo numery, po jednym w wierszu')
    await field.fill('zaridan geodezja')
    await expect(page.getByRole('link', { name: 'obserwowana' })).toBeVisible()
    await expectAccessible(page, 'import/name')
  })
  await test.step('the steps are gone once the others are done on their pages', async () => {
    const headers = { origin: panel.url }
    await page.goto('/')
    await page.getByRole('link', { name: 'Wybierz regułę' }).click()
    await expect(page).toHaveURL('/notifications')
    const rule = {
      name: 'Pierwsza',
      is_team: true,
      condition: { kind: 'claim_deadline', days: 7, tags: [] },
      timing: 'at_once',
      digest_hour: 8,
      weekday: 1,
      working_days_only: false,
      quiet: null,
      muted_until: null,
      enabled: true,
      language: 'pl',
      targets: [],
    }
    expect((await page.request.post('/api/panel/rules', { data: rule, headers })).status()).toBe(201)
    await page.goto('/')
    await expect(step('Wybierz, kto dostaje wiadomości')).toContainText('zrobione')
    await page.getByRole('link', { name: 'Wklej numery' }).click()
    await expect(page).toHaveURL('/white-list')
    const run = { id: crypto.randomUUID(), rows: [{ line: 1, nip: '4055433009' }] }
    expect((await page.request.post('/api/panel/white-list-runs', { data: run, headers })).status()).toBe(201)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Nadwyżka do tej pory/)
    await expect(steps).toHaveCount(0)
  })
})

test('the pill says that paid calls are stopped before any call was refused', async ({ page, signIn, panel }) => {
  const owner = await makeOwner(panel, 'pill-cap', { spendCapPln: 0, limits: { lookups: 0 } })
  await signIn(owner)
  await page.goto('/')
  const pill = page.getByRole('banner').getByRole('link', { name: /^Płatne zapytania wstrzymane/ })
  await expect(pill).toHaveAttribute('href', '/spend-cap')
  await page.goto('/search')
  await expect(pill).toBeVisible()
})

test('a plan without overage shows no price and no cap', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner@demo-standard.test')
  await page.goto('/')
  await expect(page.getByText(/^Ten plan nie ma płatnej nadwyżki\.|a ten plan nie ma płatnej nadwyżki/)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('0,00')
  await expect(page.getByRole('link', { name: 'Zmień limit wydatków' })).toHaveCount(0)
  await page.goto('/spend-cap')
  await expect(card(page, 'Ustaw limit')).toContainText('nie ma czego ograniczać')
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('Cena jednostki')
  await expectAccessible(page, 'spend-cap/plan-without-overage')
})

// The browser requests what the server could not prefetch, as for an inactive account, so the tests can answer it.
test.describe('a card that fails', () => {
  test.beforeEach(async ({ signIn, expectedErrors }) => {
    expectedErrors.push(/402|429|500/)
    await signIn('owner@demo-inactive.test')
  })

  test('retries after a 429, and reports an unknown shape', async ({ page }) => {
    await test.step('counts down after a 429, and retries automatically', async () => {
      let calls = 0
      await page.route('**/api/v1/monitor-events*', (route) => {
        calls += 1
        const created_at = new Date().toISOString()
        const items = [{ id: 1, source: 'ceidg', subject_name: 'Zakład Próbny', title: 'wpis 74010112318', created_at }]
        return calls === 1
          ? route.fulfill({ status: 429, headers: { 'retry-after': '3' }, json: { detail: { code: 'rate_limited' } } })
          : route.fulfill({ json: { data: items, brand_new: true } })
      })
      await page.goto('/')
      const events = card(page, 'Ostatnie zdarzenia')
      await expect(events).toContainText(/Spróbuj za [12] sekund/)
      await expect(events).toContainText('Zakład Próbny')
      await expect(events).toContainText('ceidg')
      await expect(events).toContainText('wpis 74•••••••18')
      expect(calls).toBe(2)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
    await test.step('reports an unknown shape, and the other cards still work', async () => {
      await page.route('**/api/v1/monitor-events*', (route) =>
        route.fulfill({ json: { nothing: 'known' }, headers: { 'x-request-id': 'req-shape-1' } }),
      )
      await page.goto('/')
      const events = card(page, 'Ostatnie zdarzenia')
      await expect(events).toContainText('Usługa odpowiedziała w postaci, której ten panel nie zna.')
      await expect(events).toContainText('req-shape-1')
      await expect(card(page, 'Pule').getByRole('meter')).toHaveCount(poolNames.length)
      // Failed queries are retried when other answers arrive, so wait until all have arrived.
      await waitForIdleNetwork(page)
      const none = { items: [], total: 0, next_cursor: null }
      await page.route('**/api/v1/monitor-events*', (route) => route.fulfill({ json: none }))
      await events.getByRole('button', { name: 'Spróbuj ponownie' }).click()
      await expect(events).toContainText('Nie ma jeszcze zdarzeń')
    })
  })

  test('keeps its content when a refresh fails, and shows its time', async ({ page }) => {
    let calls = 0
    const items = [{ id: 9, source: 'krs', subject_name: 'Nordmetal', created_at: new Date().toISOString() }]
    await page.route('**/api/v1/monitor-events*', (route) => {
      calls += 1
      return calls === 1
        ? route.fulfill({ json: { items, total: 1, next_cursor: null } })
        : route.fulfill({ status: 500 })
    })
    await page.clock.install()
    await page.goto('/')
    const events = card(page, 'Ostatnie zdarzenia')
    await expect(events).toContainText('Nordmetal')
    await expect(async () => {
      await page.clock.runFor(10_000)
      await expect(events).toContainText(/Nie udało się odświeżyć\. Stan na \d\d:\d\d\./, { timeout: 500 })
    }).toPass()
    await expect(events).toContainText('Nordmetal')
  })
})
