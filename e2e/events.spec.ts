import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, test } from './support/fixtures'

type StoredEvent = {
  id: number
  source: string
  title: string | null
  day: string
  monitor_id: string
  subject_name: string | null
  is_unread: boolean
  also: { id: number; monitor_id: string }[]
}
type List = { items: StoredEvent[]; total: number; latest: number; next_before: number | null }

const read = async (page: Page, query: string): Promise<List> => {
  const answer = await page.request.get(`/api/panel/events?${query}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as List
}
const feed = (page: Page) => page.getByRole('feed', { name: 'Zdarzenia' })
const rows = (page: Page) => feed(page).getByRole('article')
const pill = (page: Page) => page.getByRole('button', { name: /now(e|ych)/ })
/** Numbers of the events in the page, in its order. */
const shownIds = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Number(/\d+/.exec(row.getAttribute('aria-labelledby') ?? '')?.[0])))

test.describe('events', () => {
  test('arrive on an open page, stay hidden until requested, and are each listed once after a reload', async ({
    page,
    panel,
    signIn,
    expectAccessible,
  }) => {
    await signIn('owner')
    await page.clock.install()
    await page.goto('/events')
    await expect(rows(page).first()).toBeVisible()
    const before = await shownIds(page)
    panel.admin(['sample', 'publish', '--count', '150'])
    // A poll may come before the panel has read the new events; then the next poll finds them.
    await expect(async () => {
      await page.clock.runFor(10_500)
      await expect(pill(page)).toBeVisible({ timeout: 2000 })
    }).toPass()
    expect((await shownIds(page))[0]).toBe(before[0])
    await expectAccessible(page, 'events')
    await pill(page).click()
    await expect.poll(async () => (await shownIds(page))[0]).toBeGreaterThan(before[0] ?? 0)
    await expect(
      page
        .getByRole('navigation')
        .getByRole('link', { name: /^Zdarzenia \d/ })
        .first(),
    ).toBeVisible()

    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    const ids = await shownIds(page)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    const service = await page.request.get(`/api/v1/monitor-events?limit=1000`)
    const newest = ((await service.json()) as { items: { id: number }[] }).items.map(({ id }) => id)
    const storedIds = async () => {
      const all: number[] = []
      for (let cursor: number | null = Number.MAX_SAFE_INTEGER; cursor !== null;) {
        const part: List = await read(page, `limit=500&before=${cursor}`)
        // An event found by several monitors is one row, with the first of its ids.
        all.push(...part.items.flatMap(({ id, also }) => [id, ...also.map((other) => other.id)]))
        cursor = part.next_before
      }
      return all.filter((id) => id >= (newest.at(-1) ?? 0)).sort((x, y) => y - x)
    }
    // Every event is stored once; the panel may still be reading the last ones.
    await expect.poll(storedIds).toEqual(newest)
  })

  test('are marked read and unread per user', async ({ page, panel, signIn }) => {
    panel.admin(['sample', 'publish', '--count', '40'])
    await signIn('owner')
    const service = await page.request.get('/api/v1/monitor-events?limit=1')
    const [newest] = ((await service.json()) as { items: { id: number }[] }).items
    // Waits until the panel has read all events, because later ones would push the first unread one out of the window.
    await expect.poll(async () => (await read(page, 'limit=1')).latest).toBeGreaterThanOrEqual(newest?.id ?? Infinity)
    const { items, latest } = await read(page, 'limit=100')
    const first = items.find((each) => each.is_unread)
    await page.goto('/events')
    await rows(page).locator(`[id="event-${first?.id}-name"] button`).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('button', { name: 'Zamknij' }).first().click()
    const isUnread = async () =>
      (await read(page, `limit=100&before=${latest + 1}`)).items.map((each) => each.is_unread)
    await expect.poll(async () => (await isUnread())[items.findIndex(({ id }) => id === first?.id)]).toBe(false)
    const before = await isUnread()
    await page.getByRole('button', { name: 'Oznacz wszystkie jako przeczytane' }).click()
    await expect(page.getByText('Wszystkie zdarzenia konta są oznaczone jako przeczytane.')).toBeVisible()
    expect(await isUnread()).not.toContain(true)
    // The button has nothing left to do but keeps the focus.
    await expect(page.getByRole('button', { name: 'Oznacz wszystkie jako przeczytane' })).toBeFocused()
    await page.getByRole('button', { name: 'Cofnij' }).click()
    await expect.poll(isUnread).toEqual(before)

    await signIn('compliance')
    const otherUserEvents = (await read(page, `limit=100&before=${latest + 1}`)).items
    expect(otherUserEvents.find(({ id }) => id === first?.id)?.is_unread).toBe(true)
    await page.goto('/events')
    // Keys work only after hydration.
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(feed(page).locator('button[data-index="0"]')).toBeFocused({ timeout: 3000 })
    }).toPass()
    await page.keyboard.press('j')
    await expect(feed(page).locator('button[data-index="1"]')).toBeFocused()
  })

  test('of a company watched by two monitors are shown as one event that links to both', async ({
    page,
    panel,
    signIn,
  }) => {
    await signIn('owner')
    const { items: monitors } = (await (
      await page.request.get('/api/v1/monitors?identifier_type=krs&limit=1000')
    ).json()) as { items: { identifier_value: string }[] }
    const send = (path: string, data: object) => page.request.post(path, { data, headers: { origin: panel.url } })
    const content = { krs: monitors.slice(0, 1000).map(({ identifier_value: krs }) => krs) }
    const filter = (await (await send('/api/v1/filters', { name: 'Drugi raz', content })).json()) as { id: string }
    const second = (await (await send('/api/v1/monitors', { filter_id: filter.id })).json()) as { id: string }
    panel.admin(['sample', 'publish', '--count', '150'])
    const service = await page.request.get(`/api/v1/monitor-events?limit=1000&monitor_id=${second.id}`)
    const serviceEvents = (
      (await service.json()) as { items: { announcement_id: string; subject_name: string | null }[] }
    ).items
    expect(serviceEvents.length).toBeGreaterThan(5)
    await page.goto('/events')
    await expect.poll(async () => (await read(page, `monitor_id=${second.id}`)).total).toBe(serviceEvents.length)
    const items = (await read(page, 'limit=1000')).items
    const sharedEvents = items.filter(({ also }) => also.some(({ monitor_id: id }) => id === second.id))
    expect(sharedEvents).toHaveLength(serviceEvents.length)

    await page.reload()
    const [first] = sharedEvents
    await rows(page).locator(`[id="event-${first?.id}-name"] button`).click()
    const links = page.getByRole('dialog').getByRole('list').getByRole('link')
    // A filter of the sample may watch it, too.
    await expect(links).toHaveCount((first?.also.length ?? 0) + 1)
    await expect(page.getByRole('dialog')).toContainText(/Identyfikator(y|KRS)/)
    await page.getByRole('dialog').locator(`a[href="/monitors/${second.id}"]`).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Drugi raz')
  })

  test('are filtered by source, tag and day in the address, which contains no personal number', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    await page.goto('/events')
    await page.getByRole('button', { name: 'MSiG', exact: true }).click()
    await expect(page).toHaveURL('/events?source=msig')
    const { total } = await read(page, 'source=msig&limit=1')
    await expect(page.getByText(new RegExp(`^${total}\\s*zdarze`))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'MSiG', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(page).first()).toContainText('MSiG')

    const { items } = await read(page, 'limit=1000')
    const { day = '' } = items.at(-1) ?? {}
    await page.goto(`/events?from=${day}&to=${day}`)
    await expect(feed(page).getByRole('heading')).toHaveCount(1)
    await page.goto('/events?tag=nikt-tego-nie-ma')
    await expect(page.getByText('Nic nie pasuje do filtrów')).toBeVisible()
    await page.getByRole('combobox', { name: 'Tag' }).fill('74010112318')
    await page.keyboard.press('Enter')
    await expect(page.getByText('74010112318')).toBeVisible()
    expect(page.url()).toContain('/events?tag=nikt-tego-nie-ma')
    expect(page.url()).not.toContain('74010112318')
    await page.getByRole('button', { name: 'Wyczyść filtry' }).click()
    await expect(page).toHaveURL('/events')
    await expect(rows(page).first()).toBeVisible()
  })

  test('appear on an open page without a reload', async ({ page, panel, signIn }) => {
    await signIn('viewer')
    await page.goto('/events')
    await expect(rows(page).first()).toBeVisible()
    // Half the polling interval of a page without a live connection.
    panel.admin(['sample', 'publish', '--count', '60'])
    await expect(pill(page)).toBeVisible({ timeout: 5000 })
  })

  test('are polled less often on a hidden page and after a 429', async ({ page, signIn, expectedErrors }) => {
    expectedErrors.push(/429/)
    await signIn('viewer')
    await page.clock.install()
    let requestCount = 0
    let refuse = false
    const isWait = (url: string) => new URL(url).searchParams.has('wait')
    await page.route('**/api/panel/events/updates?*', async (route) => {
      // This answer tells the page that there is no live connection, so that the page polls.
      if (isWait(route.request().url())) {
        const response = await route.fetch()
        const updates = (await response.json()) as object
        return route.fulfill({ response, json: { ...updates, items: [], is_live: false } })
      }
      requestCount += 1
      const refusal = { status: 429, headers: { 'retry-after': '120' }, json: { detail: { code: 'rate_limited' } } }
      return refuse ? route.fulfill(refusal) : route.continue()
    })
    const waitForPoll = async (work: Promise<void>) => {
      const isAnswer = (url: string) => url.includes('events/updates') && !isWait(url)
      const [response] = await Promise.all([page.waitForResponse((each) => isAnswer(each.url())), work])
      await response.finished()
    }
    await page.goto('/events')
    await expect(rows(page).first()).toBeVisible()
    await waitForPoll(page.clock.runFor(11_000))
    expect(requestCount).toBe(1)
    const setVisibility = (state: string) =>
      page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
         document.dispatchEvent(new Event('visibilitychange'))`,
      )
    await setVisibility('hidden')
    await page.clock.runFor(50_000)
    expect(requestCount).toBe(1)
    await waitForPoll(page.clock.runFor(15_000))
    expect(requestCount).toBe(2)
    refuse = true
    await waitForPoll(setVisibility('visible').then(() => page.clock.runFor(11_000)))
    await expect(page.getByText('Pytamy rzadziej; nic nie przepadnie.')).toBeVisible()
    const atRefusal = requestCount
    await page.clock.runFor(100_000)
    expect(requestCount).toBe(atRefusal)
    refuse = false
    await waitForPoll(page.clock.runFor(25_000))
    await expect(page.getByText('Pytamy rzadziej; nic nie przepadnie.')).toBeHidden()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('of a bankruptcy show the deadline for claims, and their monitor issues a certificate', async ({
    page,
    panel,
    signIn,
    expectAccessible,
  }) => {
    await signIn('compliance')
    panel.admin(['sample', 'publish', '--count', '300'])
    const findBankruptcy = async () =>
      (await read(page, 'source=krz&limit=1000')).items.find(({ title }) =>
        title?.startsWith('Obwieszczenie o ogłoszeniu upadłości'),
      )
    await expect.poll(findBankruptcy).toBeDefined()
    const event = await findBankruptcy()
    await page.goto(`/events?source=krz&monitor=${event?.monitor_id}&from=${event?.day}&to=${event?.day}`)
    await rows(page)
      .filter({ hasText: /zostało|zostały|został/ })
      .first()
      .getByRole('button')
      .click()
    await expect(page.getByRole('dialog')).toContainText('art. 51 ust. 1 pkt 4 Prawa upadłościowego')
    await expect(page.getByRole('dialog')).toContainText('Termin zgłoszenia wierzytelności')
    await expectAccessible(page, 'event')
    // The event shows a button for its monitor, or a list if a filter watches the person too.
    await page.getByRole('dialog').locator(`a[href="/monitors/${event?.monitor_id}"]`).click()
    // A company's monitor is a part of its page, a person's has a page of its own.
    await expect(page).toHaveURL(/\/monitors\/[0-9a-f-]{36}$|\?tab=watch$/)
    await expect(page.getByRole('region', { name: 'Zdarzenia' })).toContainText('ogłoszeniu upadłości')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Poświadczenie (PDF)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^poswiadczenie-[\w-]+\.pdf$/)
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await expect(page.getByText('Wydanie poświadczenia')).toBeVisible()

    await signIn('viewer')
    await page.goto(`/monitors/${event?.monitor_id}`)
    await expect(page.getByRole('button', { name: 'Poświadczenie (PDF)' })).toHaveAttribute('aria-disabled', 'true')
  })
})
