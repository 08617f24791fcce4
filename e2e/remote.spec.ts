import type { Page } from '@playwright/test'

import { makeUser } from './support/accounts'
import { pauseSampleNotices } from './support/notices'
import { PASSWORD } from './support/panel'
import { givePurpose } from './support/purpose'
import { expect, remoteTest } from './support/remote-fixtures'

const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
const state = (page: Page, name: string) => page.getByRole('region', { name: 'Stan' }).getByText(name, { exact: true })

/** The service's own answer, requested with the key and not through the panel. */
const fetchFromService = async (service: { url: string; key: string }, path: string, init: RequestInit = {}) => {
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' }
  const answer = await fetch(`${service.url}${path}`, { ...init, headers })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as unknown
}

remoteTest.describe.configure({ mode: 'serial' })

remoteTest.use({ panelOf: 'remote.spec.ts' })

remoteTest(
  'a user created by the operator signs in and sees the numbers of the other process',
  async ({ page, panel, upstream, apiKey }) => {
    const service = { url: upstream.apiUrl, key: apiKey }
    const email = 'nowa@firma.test'
    await makeUser(panel, email, { account: 'remote' })
    await page.goto('/')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/')
    const summary = (await fetchFromService(service, '/v1/usage/summary')) as {
      plan: string
      counts: { lookups: number; rdf: number; pdfs: number; monitors: number }
    }
    const main = page.getByRole('main')

    await remoteTest.step('overview', async () => {
      const pools = main.getByRole('region', { name: 'Pule' })
      const { lookups, rdf, pdfs } = summary.counts
      for (const used of [lookups, rdf, pdfs]) await expect(pools).toContainText(grouped(used))
      await expect(page.getByRole('button', { name: /Menu użytkownika/ })).toContainText(summary.plan)
    })
    await remoteTest.step('spend cap', async () => {
      const meter = (await fetchFromService(service, '/v1/usage/api')) as {
        overage_grosz: number
        document_units: number
      }
      await page.goto('/spend-cap')
      await expect(main).toContainText(
        `${grouped(Math.floor(meter.overage_grosz / 100))},${String(meter.overage_grosz % 100).padStart(2, '0')}\u00A0zł`,
      )
    })
    await remoteTest.step('monitors', async () => {
      await page.goto('/monitors')
      await expect(main).toContainText(grouped(summary.counts.monitors))
      const first = (await fetchFromService(service, '/v1/monitors?limit=1&identifier_type=krs')) as {
        items: { identifier_value: string }[]
      }
      await page.getByRole('searchbox', { name: 'Szukaj monitorów' }).fill(first.items[0]?.identifier_value ?? '')
      await expect(page.getByRole('grid', { name: 'Monitory' })).toContainText(first.items[0]?.identifier_value ?? '')
    })
    await remoteTest.step('filters', async () => {
      const { items } = (await fetchFromService(service, '/v1/filters')) as { items: { name: string }[] }
      expect(items.length).toBeGreaterThan(0)
      await page.goto('/filters')
      for (const { name } of items) await expect(main.getByText(name, { exact: true }).first()).toBeVisible()
    })
    await remoteTest.step('reports', async () => {
      const entries = (await fetchFromService(service, '/v1/reports/daily/index')) as unknown[]
      await page.goto('/reports')
      await expect(main.getByRole('button', { name: /^Pobierz: / })).toHaveCount(entries.length)
      await givePurpose(page, panel)
      const download = page.waitForEvent('download')
      await main.getByRole('button', { name: 'Pobierz: KRZ, CSV' }).first().click()
      expect((await download).suggestedFilename()).toMatch(/^krz-.*\.csv$/)
    })
    await remoteTest.step('BZP alert', async () => {
      await pauseSampleNotices(upstream)
      const { count } = (await fetchFromService(service, '/v1/bzp/alerts/preview', {
        method: 'POST',
        body: JSON.stringify({ keywords: ['droga'] }),
      })) as { count: number }
      await page.goto('/bzp?q=droga')
      await expect(page.getByTestId('preview-count')).toHaveText(grouped(count))
    })
  },
)

remoteTest('a write reaches the other process', async ({ page, signIn, upstream, apiKey }) => {
  const service = { url: upstream.apiUrl, key: apiKey }
  // Starts from a lower cap, so that no confirmation is needed, whatever the day's forecast is.
  await fetchFromService(service, '/v1/usage/api/spend-cap', {
    method: 'PUT',
    body: JSON.stringify({ spend_cap_pln: 900 }),
  })
  await signIn('owner')
  await page.goto('/spend-cap')
  await page.getByRole('radio', { name: /^Własny/ }).check()
  await page.getByLabel(/^Kwota/).fill('987')
  await page.getByRole('button', { name: 'Zapisz limit' }).click()
  // The button is disabled immediately; the toast appears with the answer.
  const toasts = page.getByRole('region', { name: 'Powiadomienia' })
  await expect(toasts.getByText(/^Limit wydatków: 987\szł$/)).toBeVisible()
  expect(await fetchFromService(service, '/v1/usage/api')).toMatchObject({ spend_cap_pln: 987 })
})

remoteTest(
  'tags are changed, and the change is undone, through a remote service',
  async ({ page, signIn, upstream, apiKey }) => {
    const service = { url: upstream.apiUrl, key: apiKey }
    const tagged = async () =>
      ((await fetchFromService(service, '/v1/monitors?limit=5&tag=e2e-zdalnie')) as { total: number }).total
    await signIn('compliance')
    await page.goto('/monitors')
    const boxes = page.getByRole('grid', { name: 'Monitory' }).getByRole('checkbox')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: /^Zmień tagi/ }).click()
    const field = page.getByLabel('Szukaj tagu albo wpisz nowy')
    await field.fill('e2e-zdalnie')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Zmień 2 monitory' }).click()
    await expect(page.getByText('Zmieniono tagi 2 monitorów').first()).toBeVisible()
    expect(await tagged()).toBe(2)
    await page.getByRole('button', { name: 'Cofnij', exact: true }).last().click()
    await expect(page.getByText('Przywrócono tagi 2 monitorów').first()).toBeVisible()
    expect(await tagged()).toBe(0)
  },
)

remoteTest(
  'events of the other process are copied once each, also after an outage',
  async ({ page, signIn, upstream, faulty, apiKey, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    const service = { url: upstream.apiUrl, key: apiKey }
    await signIn('compliance')
    await page.goto('/events')
    const feed = page.getByRole('feed', { name: 'Zdarzenia' })
    await expect(feed.getByRole('article').first()).toBeVisible()

    const isEvents = ({ path }: { path: string }) => path.includes('/updates')
    const refusal = { status: 503, body: '{"detail":"down"}', headers: { 'retry-after': '1' } }
    faulty.fail((call) => (isEvents(call) ? refusal : undefined))
    upstream.admin(['sample', 'publish', '--count', '150'])
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Usługa nie zwraca nowych zdarzeń')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(feed.getByRole('article').first()).toBeVisible()
    faulty.heal()

    type Part = { items: { id: number; also: { id: number }[] }[]; next_before: number | null }
    const copiedIds = async () => {
      const ids: number[] = []
      for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null;) {
        const answer = await page.request.get(`/api/panel/events?limit=500&before=${before}`)
        const { items, next_before: next }: Part = (await answer.json()) as Part
        // A company with two monitors has both events in one row.
        ids.push(...items.flatMap(({ id, also }) => [id, ...also.map((other) => other.id)]))
        before = next
      }
      return ids.sort((a, b) => b - a)
    }
    // The sample data keep publishing, so newer events are not compared.
    await expect(async () => {
      const { items } = (await fetchFromService(service, '/v1/monitor-events?limit=1000')) as {
        items: { id: number }[]
      }
      const listed = items.map(({ id }) => id)
      expect(listed.length).toBeGreaterThan(0)
      await page.reload()
      const isInRange = (id: number) => id >= Math.min(...listed) && id <= Math.max(...listed)
      expect((await copiedIds()).filter(isInRange)).toEqual(listed)
    }).toPass()
  },
)

remoteTest(
  'roles and the masking of personal numbers also apply to a remote service',
  async ({ page, panel, signIn }) => {
    await signIn('viewer')
    const headers = { origin: panel.url }
    const cap = await page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln: 1 }, headers })
    expect(cap.status()).toBe(403)
    const list = await page.request.get('/api/v1/monitors?identifier_type=pesel&limit=5')
    const { items } = (await list.json()) as { items: { identifier_value: string }[] }
    expect(items.length).toBeGreaterThan(0)
    for (const item of items) expect(item.identifier_value).toMatch(/^\d\d•{7}\d\d$/)
    await page.goto('/settings/api')
    await expect(page.getByText('Strona „Połączenie z usługą” jest niedostępna dla roli')).toBeVisible()
  },
)

remoteTest(
  'the connection is shown as working, refused or unreachable, and the user stays signed in',
  async ({ page, signIn, upstream, apiKey, panel, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    await signIn('owner')
    await page.goto('/settings/api')
    await expect(state(page, 'działa')).toBeVisible()
    await expect(page.getByText(/^…[\da-f]{4}$/)).toBeVisible()
    const checkButton = page.getByRole('button', { name: 'Sprawdź teraz' })

    const listed = upstream.admin(['key', 'list', '--account', 'demo-pro'])
    const id = /^(\S+) .*remote panel$/m.exec(listed)?.[1] ?? ''
    upstream.admin(['key', 'deactivate', id, '--account', 'demo-pro'])
    await checkButton.click()
    await expect(state(page, 'klucz odrzucony (401)')).toBeVisible()
    await page.goto('/spend-cap')
    await expect(page.getByText('Nie udało się wczytać: stan licznika API')).toBeVisible()
    await expect(page.getByText('Sesja wygasła')).toHaveCount(0)
    await expect(page.getByText('Usługa odrzuciła klucz API tego panelu')).toBeVisible()

    await page.goto('/settings/api')
    await upstream.stop()
    await checkButton.click()
    await expect(state(page, 'usługa nie odpowiada')).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL('/settings/api')
    await expect(state(page, 'usługa nie odpowiada')).toBeVisible()
    expect(panel.output()).not.toContain(apiKey)
    expect(await page.content()).not.toContain(apiKey)
  },
)
