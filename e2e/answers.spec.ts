import type { BrowserContext, Locator, Page } from '@playwright/test'

import { cases, json } from './support/fault-cases'
import { waitForIdleNetwork } from './support/idle-network'
import { allReconciled } from './support/pages'
import { expect, remoteTest } from './support/remote-fixtures'

const RETRY = 'Spróbuj ponownie'

type TestedPage = {
  readonly path: string
  readonly ready: (page: Page) => Locator
}

const testedPages: readonly TestedPage[] = [
  { path: '/', ready: (page) => page.getByRole('region', { name: 'Pule' }).getByRole('meter').first() },
  { path: '/usage', ready: (page) => page.getByText(allReconciled) },
  { path: '/spend-cap', ready: (page) => page.getByRole('radio', { name: /^Własny/ }) },
  { path: '/monitors', ready: (page) => page.getByRole('grid', { name: 'Monitory' }) },
  { path: '/filters', ready: (page) => page.getByText('Wybierz filtr z listy') },
  {
    path: '/reports',

    ready: (page) => page.getByRole('button', { name: /^Pobierz: / }).first(),
  },
  { path: '/bzp', ready: (page) => page.getByTestId('preview-count') },
]

/** The status pill for the last calls; a refused request counts as an answer. */
const pillStates: Readonly<Record<string, string>> = {
  '401': 'Klucz API odrzucony (401)',
  '500': 'Usługa zgłasza błąd',
  'a wrong shape': 'Nieznana odpowiedź usługi',
  nothing: 'Usługa nie odpowiada',
}
const pillOf = (page: Page, words: string | RegExp) => page.getByRole('banner').getByText(words)

/**
 * `components/layout/query-states.test.tsx` tests how a failure replaces a view, and the text of a 402 for each pool.
 */
const { '422': _words, HTML: _likeAWrongShape, ...shownCases } = cases

const connectionStates: Readonly<Record<string, string>> = {
  '401': 'klucz odrzucony (401)',
  '500': 'usługa nie odpowiada',
  'a wrong shape': 'odpowiedź w nieznanej postaci',
  nothing: 'usługa nie odpowiada',
}

/** Each page is tested with one fault only, because the texts are chosen in one place. */
const somePages = testedPages.slice(0, 3)
const pagesWith: Readonly<Record<string, readonly TestedPage[]>> = { 'a wrong shape': testedPages }

type Opening = { readonly waitUntil?: 'load' | 'commit'; readonly pages?: readonly TestedPage[] }

/** Opens all pages at once in separate tabs, so that their retries run in parallel. */
const openAll = (context: BrowserContext, { waitUntil = 'load', pages = testedPages }: Opening = {}) =>
  Promise.all(
    pages.map(async (testedPage) => {
      const page = await context.newPage()
      await page.goto(testedPage.path, { waitUntil })
      return { ...testedPage, page }
    }),
  )

const failuresOf = (page: Page, words: RegExp) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: /Nie udało się/ })
    .filter({ hasText: words })

/** Presses all retry buttons at once, because they may disappear one by one. */
const retryAll = (page: Page) =>
  page.getByRole('button', { name: RETRY }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })

remoteTest.describe('reading', () => {
  remoteTest.beforeEach(({ signIn, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    return signIn('owner')
  })
  remoteTest.afterEach(({ faulty }) => faulty.heal())

  for (const [name, { fault, words, requestId: id }] of Object.entries(shownCases)) {
    remoteTest(
      `${name}: each page shows the failure once with a request id, and recovers after a retry`,
      async ({ context, faulty }) => {
        remoteTest.setTimeout(120_000)
        faulty.fail(() => fault)
        const opened = await openAll(context, { pages: pagesWith[name] ?? testedPages.slice(0, 1) })
        for (const { page, path } of opened) {
          await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
          await expect(page.getByRole('navigation').first(), path).toBeVisible()
          // By then the browser has tried three times, with pauses that are longer on a busy machine.
          const shown = failuresOf(page, words)
          await expect(shown, path).toHaveCount(1, { timeout: 30_000 })
          const pillState = pillStates[name]
          if (pillState !== undefined) await expect(pillOf(page, pillState), path).toBeVisible()
          await expect(shown.getByText('Identyfikator zapytania'), path).toBeVisible()
          if (id) await expect(shown.getByText(id), path).toBeVisible()
        }
        const settings = await context.newPage()
        await settings.goto('/settings/api')
        const state = connectionStates[name]
        if (state) await expect(settings.getByText(state, { exact: true })).toBeVisible()
        faulty.heal()
        for (const { page, path, ready } of opened) {
          await retryAll(page)
          await expect(ready(page), path).toBeVisible()
          await expect(failuresOf(page, words), path).toHaveCount(0)
          // One press refetches all failed queries, including the meter in the navigation.
          await expect(pillOf(page, /^Usługa działa/), path).toBeVisible()
        }
        await settings.getByRole('button', { name: 'Sprawdź teraz' }).click()
        await expect(settings.getByText('działa', { exact: true })).toBeVisible()
      },
    )
  }

  remoteTest('429: the pages show the limit and retry by themselves', async ({ context, faulty }) => {
    const detail = { code: 'rate_limited', message: 'slow down', bucket: 'account' }
    faulty.fail(() => ({ status: 429, body: json(detail), headers: { 'retry-after': '4' } }))
    const opened = await openAll(context, { pages: somePages })
    for (const { page, path } of opened) await expect(page.getByText(/za dużo zapytań/i).first(), path).toBeVisible()
    faulty.heal()
    for (const { page, path, ready } of opened) await expect(ready(page), path).toBeVisible()
  })

  const pools = {
    wpv: /Dzienna pula jest wyczerpana: biała lista VAT\..*o północy czasu warszawskiego/,
    overage: /Limit wydatków jest osiągnięty/,
  }
  const poolPills: Readonly<Record<string, string>> = {
    wpv: 'Część zapytań wstrzymana (402)',
    overage: 'Płatne zapytania wstrzymane: limit wykorzystany',
  }
  remoteTest('402: the page shows the reason for the refused pool', async ({ page, faulty }) => {
    for (const [pool, words] of Object.entries(pools)) {
      const message = `Words about ${pool}`
      const body = json({ code: 'payment_required', message, pool, limit: 1, used: 1, resets_at: null })
      faulty.fail(() => ({ status: 402, body }))
      await page.goto('/monitors')
      await expect(failuresOf(page, words), pool).toHaveCount(1)
      await expect(failuresOf(page, words), pool).toContainText(message)
      await expect(pillOf(page, poolPills[pool] ?? ''), pool).toBeVisible()
    }
  })

  remoteTest('402: the pages show that the subscription is not active', async ({ page, context, faulty }) => {
    const subscription = json({ code: 'payment_required', message: 'x', pool: 'subscription' })
    faulty.fail(() => ({ status: 402, body: subscription }))
    const opened = await openAll(context, { pages: somePages })
    for (const { page: each, path } of opened)
      await expect(
        each
          .getByRole('main')
          .getByText(/[Ss]ubskrypcja/)
          .first(),
        path,
      ).toBeVisible()
    // The usage query itself was refused, so there is no hint at the usage page.
    for (const { page: each, path } of opened) await expect(each.getByText('Zużycie nadal widać'), path).toHaveCount(0)
    await page.goto('/settings/api')
    await expect(page.getByText('płatne zapytania wstrzymane (402)', { exact: true })).toBeVisible()
  })

  remoteTest(
    'the pages are rendered while the service does not answer, and show their data once it does',
    async ({ context, faulty }) => {
      faulty.fail(() => 'hang')
      // Does not wait for hydration: hanging calls occupy the browser's six connections, and the scripts need one.
      const opened = await openAll(context, { waitUntil: 'commit', pages: somePages })
      for (const { page, path } of opened) {
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        await expect(page.getByRole('navigation').first(), path).toBeVisible()
      }
      faulty.heal()
      for (const { page, path, ready } of opened) await expect(ready(page), path).toBeVisible()
    },
  )

  remoteTest(
    '504: the page shows the failure after the first answer and does not repeat the request',
    async ({ page, faulty }) => {
      faulty.fail(() => ({ status: 504, body: json('too late') }))
      const requestPaths: string[] = []
      page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
      await page.goto('/filters')
      await expect(failuresOf(page, /nie odpowiedział w wyznaczonym czasie/)).toHaveCount(1)
      expect(requestPaths.filter((path) => path === '/api/v1/filters')).toHaveLength(1)
    },
  )

  remoteTest(
    'if the service hangs, a notice appears after 3 s, and after 15 s the last known figures are available',
    async ({ page, faulty, expectAccessible }) => {
      const meter = page.getByRole('region', { name: 'Pule' }).getByRole('meter').first()
      await page.clock.install()
      await page.goto('/')
      await expect(meter).toBeVisible()
      // The page's clock is paused from here on, so a slow machine and the panel's time-out do not matter.
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.route('**/api/v1/**', () => undefined)
      faulty.fail(() => 'hang')
      // A page needs time for hydration, and only then begins to wait.
      let isAwake = false
      const reload = async () => {
        await page.reload()
        isAwake = true
      }
      const awake = reload()
      await expect(async () => {
        await page.clock.runFor(50)
        expect(isAwake).toBe(true)
      }).toPass()
      await awake
      await page.clock.runFor(2000)
      await expect(page.getByText('Usługa jeszcze nie odpowiedziała')).toHaveCount(0)
      await page.clock.runFor(1500)
      await expect(page.getByText('Usługa jeszcze nie odpowiedziała')).toBeVisible()
      await expect(pillOf(page, 'Czekamy na usługę')).toBeVisible()
      await page.clock.runFor(12_000)
      await expect(page.getByText('Usługa nie odpowiada od ponad 15 sekund')).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: 'Przejdź do zdarzeń' })).toBeVisible()
      await page.clock.resume()
      await expectAccessible(page, 'overview/late')
      await page.getByRole('button', { name: 'Pokaż ostatnie zużycie' }).click()
      await expect(meter).toBeVisible()
      await expect(page.getByRole('region', { name: 'Pule' })).toContainText('Nowych danych usługa jeszcze nie podała')
      await page.unroute('**/api/v1/**')
      await page.getByRole('button', { name: 'Zapytaj od nowa' }).click()
      faulty.heal()
      await expect(page.getByText('Nowych danych usługa jeszcze nie podała')).toHaveCount(0)
      await expect(page.getByText('Usługa nie odpowiada od ponad')).toHaveCount(0)
    },
  )

  remoteTest('a card that fails leaves the other cards working', async ({ page, faulty }) => {
    faulty.fail(({ path }) => (path.startsWith('/v1/monitor-events') ? { status: 500, body: json('boom') } : undefined))
    await page.goto('/')
    await expect(page.getByText('Nie udało się wczytać: ostatnie zdarzenia')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Pule' }).getByRole('meter').first()).toBeVisible()
    await expect(page.getByText(/Nie udało się wczytać/)).toHaveCount(1)
    // Any further answer would cause a refetch, so wait until all have arrived.
    await waitForIdleNetwork(page)
    faulty.heal()
    await page.getByRole('button', { name: RETRY }).click()
    await expect(page.getByText(/Nie udało się wczytać/)).toHaveCount(0)
  })
})
