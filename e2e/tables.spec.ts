import type { Page } from '@playwright/test'

import { addDays, warsawDay } from '@/lib/domain/calendar'

import { expect, test } from './support/fixtures'
import { waitForIdleNetwork } from './support/idle-network'
import { tenderRule } from './support/notices'
import { builtPages } from './support/pages'
import type { Panel } from './support/panel'

/** What it adds would be counted by other files. */
test.use({ panelOf: 'tables' })

/** From a small phone and a laptop at 400 % zoom to a laptop at 100 %. */
const widths = [320, 340, 390, 680, 800, 900, 1000, 1024, 1360]

/** Adds a row of each kind that the sample does not have. */
async function addRows(page: Page, panel: Panel): Promise<readonly string[]> {
  const send = async (method: 'POST' | 'PUT', path: string, data: object): Promise<{ id?: string }> => {
    const answer = await page.request.fetch(path, { method, data, headers: { origin: panel.url } })
    expect(answer.status(), `${path} ${await answer.text()}`).toBeLessThan(300)
    const text = await answer.text()
    // Safe: what is created answers with its id, or it is not used.
    return text === '' ? {} : (JSON.parse(text) as { id?: string })
  }
  const daysAgo = (count: number) => addDays(warsawDay(new Date()), -count)
  const name = 'Nazwa zbyt długa na jeden wiersz w wąskim oknie'
  const key = {
    name,
    expires_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
    scope: ['read_only', 'no_cap_changes'],
  }
  await send('POST', '/api/v1/keys', key)
  await send('POST', '/api/panel/invitations', {
    people: [{ email: 'zaproszona.osoba@dluga-nazwa.test', role: 'viewer' }],
  })
  const channel = await send('POST', '/api/panel/channels', {
    kind: 'webhook',
    name,
    url: 'http://127.0.0.1:9/',
    is_team: true,
  })
  const { items } = (await (await page.request.get('/api/panel/channels')).json()) as { items: { id: string }[] }
  await send('POST', `/api/panel/channels/${channel.id ?? items[0]?.id}/test`, {})
  const rule = {
    is_team: true,
    condition: { kind: 'events' },
    timing: 'daily',
    digest_hour: 8,
    weekday: 1,
    working_days_only: true,
  }
  const rest = { quiet: null, muted_until: null, enabled: true, language: 'pl', targets: [] }
  await send('POST', '/api/panel/rules', { name, ...rule, ...rest })
  await send('POST', '/api/panel/rules', tenderRule({ name, filter: { keywords: ['droga'] } }))
  await send('POST', '/api/panel/feeds', { kind: 'rss', name })
  await send('POST', '/api/panel/packs', {})
  await send('POST', '/api/v1/reports', { source: 'msig', format: 'json', date_from: daysAgo(8), date_to: daysAgo(2) })
  const schedule = { source: 'krz', format: 'csv', rhythm: 'monthly', period: 'month_before', month_day: 1, hour: 7 }
  await send('POST', '/api/panel/report-schedules', { name, ...schedule, is_team: true })
  const archive = { enabled: true, place: 'disk', sources: ['krz'], formats: ['csv'], keep_days: null, s3: null }
  await send('PUT', '/api/panel/archive', archive)
  const weekly = { name, tag: 'dostawcy', rhythm: 'weekly', hour: 7, budget_units: 10_000, enabled: false }
  await send('POST', '/api/panel/white-list-schedules', weekly)
  const run = crypto.randomUUID()
  await send('POST', '/api/panel/white-list-runs', { id: run, rows: [{ line: 1, nip: '5260250274' }] })
  const [report] = (await (await page.request.get('/api/v1/reports/daily/index')).json()) as { id: string }[]
  return [`/white-list/${run}`, `/reports/${report?.id}`]
}

/**
 * The actions of table rows that nobody can press in this window: cut off by a box that does not scroll, or outside the
 * page. An action in a box that scrolls sideways is where scrolling brings it. Runs in the page.
 */
function findHidden(): string[] {
  const root = document.documentElement
  const nameOf = (action: HTMLElement): string => {
    const table = action.closest('table, [role=table], [role=grid]')?.getAttribute('aria-label')
    return `${table ?? 'a table'}: ${action.getAttribute('aria-label') ?? action.textContent.trim()}`
  }
  const scrolls = (box: Element, overflow: string) =>
    (overflow === 'auto' || overflow === 'scroll') && box !== root && box !== document.body
  /** What can be brought into view: its left and right edge, or undefined beyond the end of a box that scrolls. */
  const reachable = (action: HTMLElement): readonly [number, number] | undefined => {
    let { left, right } = action.getBoundingClientRect()
    for (let box = action.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, position } = getComputedStyle(box)
      if (position === 'fixed') break
      if (overflowX === 'visible') continue
      const frame = box.getBoundingClientRect()
      const isScrolled = scrolls(box, overflowX)
      const start = frame.left - box.scrollLeft
      if (isScrolled && (left < start - 1 || right > start + box.scrollWidth + 1)) return undefined
      ;[left, right] = isScrolled
        ? [frame.left, Math.min(frame.right, frame.left + right - left)]
        : [Math.max(left, frame.left), Math.min(right, frame.right)]
    }
    return [Math.max(left, 0), Math.min(right, root.clientWidth)]
  }
  const isHidden = (action: HTMLElement): boolean => {
    const { width } = action.getBoundingClientRect()
    // Only for screen readers, or not shown in this window.
    const isForReaders = width <= 1 || (action.closest('thead')?.clientWidth ?? 2) <= 1
    if (isForReaders || !action.checkVisibility({ visibilityProperty: true })) return false
    // The end of a long link may be truncated; a button is whole.
    const needed = action.tagName === 'A' ? Math.min(24, width) : width - 1
    const [left, right] = reachable(action) ?? [0, 0]
    return right - left < needed
  }
  const actions = document.querySelectorAll<HTMLElement>(
    ':is(main, [role=dialog]) :is(tr, [role=row]) :is(a[href], button, input, select, summary)',
  )
  const hidden = [...actions].filter(isHidden).map((action) => `${nameOf(action)} is cut off`)
  const isWide = root.scrollWidth > root.clientWidth
  return [...new Set([...(isWide ? [`the page is ${root.scrollWidth} wide`] : []), ...hidden])]
}

/** Waits until what follows the width of the window is drawn. */
const nextFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

async function hiddenAt(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(nextFrames)
    for (const fault of await page.evaluate(findHidden)) faults.push(`${path} at ${width}: ${fault}`)
  }
  return faults
}

test('no table hides an action, and no page scrolls sideways, at any width', async ({ page, panel, signIn }) => {
  await signIn('owner')
  const added = await addRows(page, panel)
  let tables = 0
  const faults: string[] = []
  for (const path of [...builtPages, ...added]) {
    await page.setViewportSize({ width: 1360, height: 900 })
    await page.goto(path)
    await waitForIdleNetwork(page)
    tables += await page.locator(':is(tr, [role=row]) :is(a, button)').first().count()
    faults.push(...(await hiddenAt(page, path)))
  }
  expect(faults).toEqual([])
  expect(tables, 'pages with a table that has actions').toBeGreaterThan(12)
})
