import { readFileSync } from 'node:fs'

import type { Browser, Page } from '@playwright/test'

import { expect, signInAs, test } from './support/fixtures'
import { waitForHydrationIn } from './support/hydration'
import type { Panel } from './support/panel'

type StoredEvent = {
  id: number
  source: string
  title: string | null
  day: string
  kind: string
  monitor_id: string
  identifier_type: string
  identifier_value: string
  subject_name: string | null
  is_unread: boolean
  also: { id: number; monitor_id: string }[]
}
type Severities = { urgent: number; review: number; rest: number }
type List = {
  items: StoredEvent[]
  total: number
  by_severity: Severities
  latest: number
  next_before: number | null
}

const read = async (page: Page, query: string): Promise<List> => {
  const answer = await page.request.get(`/api/panel/events?${query}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()) as List
}
const feed = (page: Page) => page.getByRole('feed', { name: 'Zdarzenia' })
const rows = (page: Page) => feed(page).getByRole('article')
const pill = (page: Page) => page.getByRole('button', { name: /now(e|ych)/ })
const rowOf = (page: Page, id: number | undefined) =>
  page.locator(`article, [role="article"]`).filter({ has: page.locator(`[id="event-${id}-name"]`) })
const openRow = (page: Page, id: number | undefined) => page.locator(`[id="event-${id}-name"] button`).click()
/** Beside the list, as it is on a wide page. */
const details = (page: Page) => page.getByRole('region', { name: /^Szczegóły zdarzenia/ })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pilność zdarzeń' }).getByRole('link', { name })
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
    await openRow(page, first?.id)
    await details(page).getByRole('button', { name: 'Zamknij' }).click()
    await expect(details(page)).toHaveCount(0)
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
    await openRow(page, first?.id)
    const links = details(page).getByRole('list').getByRole('link')
    // A filter of the sample may watch it, too.
    await expect(links).toHaveCount((first?.also.length ?? 0) + 1)
    await expect(details(page)).toContainText(/Identyfikator(y|KRS)/)
    await details(page).locator(`a[href="/monitors/${second.id}"]`).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Drugi raz')
  })

  test('are filtered by source, tag and day in the address, which contains no personal number', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    await page.goto('/events')
    await page.getByRole('button', { name: 'Źródło' }).click()
    await page.getByRole('dialog', { name: 'Źródło' }).getByRole('checkbox', { name: 'MSiG' }).check()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/events?source=msig')
    const { total } = await read(page, 'source=msig&state=open&limit=1')
    await expect(page.getByText(new RegExp(`^${total}\\s*zdarze`))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Źródło: 1' })).toBeVisible()
    await expect(rows(page).first()).toContainText('MSiG')

    const { items } = await read(page, 'limit=1000')
    const { day = '' } = items.at(-1) ?? {}
    await page.goto(`/events?from=${day}&to=${day}`)
    await expect(feed(page).getByRole('heading')).toHaveCount(1)
    await page.goto('/events?tag=nikt-tego-nie-ma')
    await expect(page.getByText('Nic nie pasuje do filtrów')).toBeVisible()
    await page.getByRole('combobox', { name: 'Tag' }).fill('74010112318')
    await page.keyboard.press('Enter')
    await expect(page.getByText('74010112318', { exact: true })).toBeVisible()
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
      .filter({ hasText: /do \d+\s\S+ \(\d+ dni\)/ })
      .first()
      .getByRole('button')
      .click()
    await expect(details(page)).toContainText('art. 51 ust. 1 pkt 4 Prawa upadłościowego')
    await expect(details(page)).toContainText('Termin zgłoszenia wierzytelności')
    await expectAccessible(page, 'event')
    // The event shows a button for its monitor, or a list if a filter watches the person too.
    await details(page).locator(`a[href="/monitors/${event?.monitor_id}"]`).click()
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

  test('of a kind from yesterday are found in two steps, and lead to their company in one', async ({
    page,
    signIn,
  }) => {
    await signIn('compliance')
    await page.goto('/events')
    await page.getByRole('button', { name: 'Wczoraj' }).click()
    await page.getByRole('button', { name: 'Upadłość i restrukturyzacja' }).click()
    await expect(page).toHaveURL('/events?kind=bankruptcy&kind=bankruptcy_petition&kind=restructuring&range=yesterday')
    const yesterday = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Warsaw' }).format(Date.now() - 86_400_000)
    const kinds = 'kind=bankruptcy&kind=bankruptcy_petition&kind=restructuring'
    const days = `date_from=${yesterday}&date_to=${yesterday}`
    const found = await read(page, `${kinds}&${days}&state=open`)
    await expect(page.getByText(new RegExp(`^${found.total}\\s*zdarze`))).toBeVisible()
    expect((await shownIds(page)).length).toBe(found.items.length)

    const { items } = await read(page, 'limit=100&state=open')
    const event = items.find(({ identifier_type: type }) => type === 'krs')
    await page.goto('/events')
    await rowOf(page, event?.id)
      .getByRole('link', { name: /^Firma: / })
      .click()
    await expect(page).toHaveURL(`/companies/${event?.identifier_value}`)
  })

  test('are reviewed in bulk by keyboard, and a colleague sees it at once', async ({
    page,
    panel,
    browser,
    signIn,
    expectAccessible,
  }) => {
    panel.admin(['sample', 'publish', '--count', '40'])
    const colleague = await colleaguePage(browser, panel)
    await signIn('owner')
    await page.goto('/events')
    await expect(rows(page).first()).toBeVisible()
    const focused = (index: number) => expect(feed(page).locator(`button[data-index="${index}"]`)).toBeFocused()
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(feed(page).locator('button[data-index="0"]')).toBeFocused({ timeout: 3000 })
    }).toPass()
    await page.keyboard.press('Shift+ArrowDown')
    await focused(1)
    await page.keyboard.press('Shift+ArrowDown')
    await focused(2)
    await expect(page.getByText('Zaznaczono 3')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Oznacz 3 zaznaczone jako sprawdzone' })).toBeVisible()
    await expectAccessible(page, 'events/selected')
    const ids = (await shownIds(page)).slice(0, 3)
    // Opened last, so that the colleague's list has these rows, too.
    await colleague.goto('/events')
    for (const id of ids) await expect(rowOf(colleague, id)).toBeVisible()
    await page.keyboard.press('e')
    await expect(page.getByText('3 zdarzenia są sprawdzone.')).toBeVisible()
    for (const id of ids)
      await expect(rowOf(colleague, id)).toContainText('Sprawdzone: owner@demo.test', { timeout: 30_000 })
    // No row moves until the reader wants it.
    expect((await shownIds(page)).slice(0, 3)).toEqual(ids)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ukryj 3 sprawdzone' }).click()
    await expect.poll(async () => (await shownIds(page)).filter((id) => ids.includes(id))).toEqual([])
    // Other events may have arrived meanwhile, so the totals of before and after cannot be compared.
    for (const id of ids) expect((await read(page, `event=${id}&state=open`)).total).toBe(0)

    // A note and an assignment by keyboard, for the active row.
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(feed(page).locator('button[data-index]:focus')).toHaveCount(1, { timeout: 3000 })
    }).toPass()
    await page.keyboard.press('n')
    await expect(page.getByLabel('Notatka')).toBeFocused()
    await page.keyboard.type('Sprawdzić umowę')
    await page.getByRole('button', { name: 'Zapisz notatkę' }).click()
    await expect(feed(page).getByTitle('Sprawdzić umowę').filter({ visible: true })).toHaveCount(1)
    const [noted] = await shownIds(page)
    await feed(page).locator('button[data-index="0"]').focus()
    await page.keyboard.press('a')
    await page.getByRole('menuitemradio', { name: /owner@demo\.test/ }).click()
    await expect(rowOf(page, noted)).toContainText('Zajmuje się:')
    await page.getByRole('button', { name: 'Przydzielone do mnie' }).click()
    await expect.poll(() => shownIds(page)).toEqual([noted])
    await colleague.context().close()
  })

  test('can only be read by a viewer, who is told why', async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto('/events')
    await rows(page).first().getByRole('button').click()
    const review = details(page).getByRole('button', { name: 'Sprawdzone', exact: true })
    await expect(review).toHaveAttribute('aria-disabled', 'true')
    await review.focus()
    await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveText('Niedostępne dla roli „Podgląd”.')
    await page.getByRole('button', { name: 'Co jest pilne' }).click()
    await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeDisabled()
  })

  test('are exported as they are shown, with a record of reviews', async ({ page, signIn }) => {
    await signIn('compliance')
    await page.goto('/events?source=krs')
    const files = { 'Tabela CSV': /^\uFEFF?\S/, 'Arkusz Excel (XLSX)': /^PK/, 'Protokół sprawdzeń (PDF)': /^%PDF-/ }
    for (const [name, start] of Object.entries(files)) {
      await page.getByRole('button', { name: 'Eksport' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ])
      expect(readFileSync(await download.path(), 'utf8').slice(0, 10)).toMatch(start)
      // The record of reviews also holds what has been reviewed; a table is the list as it is shown.
      expect(new URL(download.url()).searchParams.get('state')).toBe(name.includes('PDF') ? null : 'open')
    }
    const answer = await page.request.get('/api/panel/events/files/csv?source=krs&state=open')
    const { total } = await read(page, 'source=krs&state=open&limit=1')
    expect((await answer.text()).trim().split('\n')).toHaveLength(total + 1)
  })

  test('under a filter are the only ones that are marked as read', async ({ page, panel, signIn }) => {
    panel.admin(['sample', 'publish', '--count', '60'])
    await signIn('owner')
    await expect
      .poll(async () => (await read(page, 'limit=100')).items.filter((each) => each.is_unread).length)
      .toBeGreaterThan(5)
    const [event] = (await read(page, 'limit=100&state=open')).items.filter((each) => each.is_unread)
    await page.goto(`/events?kind=${event?.kind}`)
    const { total } = await read(page, `kind=${event?.kind}&state=open&limit=1`)
    await page.getByRole('button', { name: new RegExp(`^Oznacz ${total} pokazan`) }).click()
    await expect(page.getByText('Zdarzenia pasujące do filtrów są oznaczone jako przeczytane.')).toBeVisible()
    const after = (await read(page, 'limit=1000&state=open')).items
    expect(after.filter((each) => each.is_unread && each.kind === event?.kind)).toEqual([])
    expect(after.filter((each) => each.is_unread)).not.toEqual([])
  })

  test('have the severity that the account gives their kind', async ({ page, signIn, expectAccessible }) => {
    await signIn('owner')
    await page.goto('/events?kind=board')
    const boards = async () => (await read(page, 'kind=board&state=open&limit=1')).by_severity
    const before = await boards()
    expect(before).toMatchObject({ urgent: 0, rest: 0 })
    expect(before.review).toBeGreaterThan(0)
    await expect(tab(page, 'Do sprawdzenia')).toContainText(String(before.review))
    const choose = async (severity: string) => {
      await page.getByRole('button', { name: 'Co jest pilne' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'zarząd i reprezentacja' }).selectOption(severity)
      if (severity === 'Pilne') await expectAccessible(page, 'events/severities')
      await page.getByRole('dialog').getByRole('button', { name: 'Zapisz' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await choose('Pilne')
    await expect(tab(page, 'Pilne')).toContainText(String(before.review))
    expect(await boards()).toEqual({ ...before, urgent: before.review, review: 0 })
    await tab(page, 'Pilne').click()
    await expect(page).toHaveURL(/\/events\?(kind=board&severity=urgent|severity=urgent&kind=board)$/)
    await expect(rows(page).filter({ hasText: 'zarząd i reprezentacja' }).first()).toContainText('Pilne')
    await choose('Do sprawdzenia')
    expect(await boards()).toEqual(before)
  })

  test('say beside the list what was and what is, and in a dialog on a phone', async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn('compliance')
    const { items } = await read(page, 'source=krs&limit=50')
    const changeOf = async ({ id }: StoredEvent) => {
      const answer = await page.request.get(`/api/panel/events/${id}`)
      const { details: found } = (await answer.json()) as {
        details: { changes: { old_value: string | null; new_value: string | null }[] } | null
      }
      return found?.changes.find((change) => change.old_value !== null && change.new_value !== null)
    }
    let [event, change] = [items[0], undefined as Awaited<ReturnType<typeof changeOf>>]
    for (const each of items) {
      if (change !== undefined) break
      ;[event, change] = [each, await changeOf(each)]
    }
    expect(change).toBeDefined()
    await page.goto(`/events?event=${event?.id}`)
    const part = details(page).getByRole('region', { name: 'Co się zmieniło' })
    await expect(part).toContainText('Było')
    await expect(part).toContainText(change?.old_value ?? '?')
    await expect(part).toContainText(change?.new_value ?? '?')
    await expect(details(page).getByRole('link', { name: 'wyszukiwarka-krs.ms.gov.pl' })).toBeVisible()
    await expectAccessible(page, 'event/changes')

    // The panel follows the active row.
    await page.goto('/events')
    await rows(page).first().getByRole('button').click()
    const [, second] = await shownIds(page)
    await page.keyboard.press('j')
    await expect(rowOf(page, second)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')

    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/events?event=${event?.id}`)
    await expect(page.getByRole('dialog')).toContainText(change?.new_value ?? '?')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectAccessible(page, 'events/phone')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })
})

async function colleaguePage(browser: Browser, panel: Panel): Promise<Page> {
  const context = await browser.newContext({ baseURL: panel.url, locale: 'pl-PL' })
  waitForHydrationIn(context)
  await signInAs(context, panel, 'compliance@demo.test')
  return context.newPage()
}
