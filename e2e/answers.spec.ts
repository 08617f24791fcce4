import type { BrowserContext, Locator, Page } from '@playwright/test'

import { cases, json } from './fault-cases'
import { expect, test } from './remote-fixtures'

const RETRY = 'Spróbuj ponownie'

type Reading = {
  readonly path: string
  /** How often it fails: once per card that asks. */
  readonly failures: number
  readonly ready: (page: Page) => Locator
}

const readings: readonly Reading[] = [
  { path: '/', failures: 5, ready: (page) => page.getByRole('region', { name: 'Pule' }).getByRole('meter').first() },
  { path: '/usage', failures: 4, ready: (page) => page.getByText('Wszystkie liczby się zgadzają (8 z 8).') },
  { path: '/spend-cap', failures: 1, ready: (page) => page.getByRole('radio', { name: /^Własny/ }) },
  { path: '/monitors', failures: 1, ready: (page) => page.getByRole('grid', { name: 'Monitory' }) },
  { path: '/filters', failures: 1, ready: (page) => page.getByText('Wybierz filtr z listy') },
  {
    path: '/reports',
    failures: 1,
    ready: (page) => page.getByRole('button', { name: /^Pobierz: / }).first(),
  },
  { path: '/bzp', failures: 1, ready: (page) => page.getByTestId('preview-count') },
]

const connectionStates: Readonly<Record<string, string>> = {
  '401': 'klucz odrzucony (401)',
  '500': 'usługa nie odpowiada',
  HTML: 'odpowiedź w nieznanej postaci',
  'a wrong shape': 'odpowiedź w nieznanej postaci',
  nothing: 'usługa nie odpowiada',
}

/** All pages at once, each in a tab of its own: what waits for its retries waits beside the others. */
const openAll = (context: BrowserContext, waitUntil: 'load' | 'commit' = 'load') =>
  Promise.all(
    readings.map(async (reading) => {
      const page = await context.newPage()
      await page.goto(reading.path, { waitUntil })
      return { ...reading, page }
    }),
  )

const failuresOf = (page: Page, words: RegExp) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: /Nie udało się/ })
    .filter({ hasText: words })

/** Every retry of the page at once, as they may vanish one by one. */
const retryAll = (page: Page) =>
  page.getByRole('button', { name: RETRY }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })

test.describe('reading', () => {
  test.beforeEach(({ signIn, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    return signIn('owner')
  })
  test.afterEach(({ faulty }) => faulty.heal())

  for (const [name, { fault, words, requestId: id }] of Object.entries(cases)) {
    test(`${name}: every page says it, with a request id, and a retry mends it`, async ({ context, faulty }) => {
      faulty.fail(() => fault)
      const opened = await openAll(context)
      for (const { page, path, failures } of opened) {
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        await expect(page.getByRole('navigation').first(), path).toBeVisible()
        // The browser has asked three times by then, with pauses that a busy machine stretches.
        const counted = expect.poll(() => failuresOf(page, words).count(), { message: path, timeout: 30_000 })
        await counted.toBeGreaterThanOrEqual(failures)
        const shown = failuresOf(page, words).first()
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
      }
      await settings.getByRole('button', { name: 'Sprawdź teraz' }).click()
      await expect(settings.getByText('działa', { exact: true })).toBeVisible()
    })
  }

  test('429: every page counts down and goes on by itself', async ({ context, faulty }) => {
    const detail = { code: 'rate_limited', message: 'slow down', bucket: 'account' }
    faulty.fail(() => ({ status: 429, body: json(detail), headers: { 'retry-after': '4' } }))
    const opened = await openAll(context)
    for (const { page, path } of opened) await expect(page.getByText(/za dużo zapytań/i).first(), path).toBeVisible()
    faulty.heal()
    for (const { page, path, ready } of opened) await expect(ready(page), path).toBeVisible()
  })

  const pools = {
    lookups: /Miesięczna pula jest wyczerpana: wspólne zapytania\./,
    rdf: /Miesięczna pula jest wyczerpana: RDF\./,
    pdf: /Miesięczna pula jest wyczerpana: PDF\./,
    wpv: /Dzienna pula jest wyczerpana: biała lista\..*o północy czasu warszawskiego/,
    overage: /Limit wydatków jest osiągnięty/,
    plan: /Plan konta tego nie obejmuje/,
    subscription: /Subskrypcja konta jest nieaktywna/,
    'one-of-tomorrow': /wymaga opłaty \(402\)/,
  }
  test('402: the reason is said by its pool', async ({ page, context, faulty }) => {
    for (const [pool, words] of Object.entries(pools)) {
      const message = `Words about ${pool}`
      const body = json({ code: 'payment_required', message, pool, limit: 1, used: 1, resets_at: null })
      faulty.fail(() => ({ status: 402, body }))
      await page.goto('/monitors')
      await expect(failuresOf(page, words), pool).toHaveCount(1)
      await expect(failuresOf(page, words), pool).toContainText(`Słowa usługi: „${message}”`)
    }
    const subscription = json({ code: 'payment_required', message: 'x', pool: 'subscription' })
    faulty.fail(() => ({ status: 402, body: subscription }))
    const opened = await openAll(context)
    for (const { page: each, path } of opened)
      await expect(
        each
          .getByRole('main')
          .getByText(/[Ss]ubskrypcja/)
          .first(),
        path,
      ).toBeVisible()
    await page.goto('/settings/api')
    await expect(page.getByText('odmowa płatności (402)', { exact: true })).toBeVisible()
  })

  test('a service that does not answer: the pages stand, and fill when it does', async ({ context, faulty }) => {
    faulty.fail(() => 'hang')
    // Not until they are awake: what hangs holds the six connections of the browser, and their scripts wait for one.
    const opened = await openAll(context, 'commit')
    for (const { page, path } of opened) {
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByRole('navigation').first(), path).toBeVisible()
    }
    faulty.heal()
    for (const { page, path, ready } of opened) await expect(ready(page), path).toBeVisible()
  })

  test('one card fails and the others live on', async ({ page, faulty }) => {
    faulty.fail(({ path }) => (path.startsWith('/v1/monitor-events') ? { status: 500, body: json('boom') } : undefined))
    await page.goto('/')
    await expect(page.getByText('Nie udało się wczytać: ostatnie zdarzenia')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Pule' }).getByRole('meter').first()).toBeVisible()
    await expect(page.getByText(/Nie udało się wczytać/)).toHaveCount(1)
    faulty.heal()
    await page.getByRole('button', { name: RETRY }).click()
    await expect(page.getByText(/Nie udało się wczytać/)).toHaveCount(0)
  })
})
