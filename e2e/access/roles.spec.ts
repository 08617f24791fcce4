import type { Locator, Page } from '@playwright/test'

import { type OperationName, operationNames, operationOf } from '@/lib/contract/table'

import { expect, type SignedInRole, test } from '../support/fixtures'
import { builtPages } from '../support/pages'

/**
 * What each role sees: its menu, its refused pages and, for the role with the fewest rights, its disabled controls.
 * `lib/server/http/roles.service.test.ts` tests that each call is refused to the roles without permission.
 */

const roleNames: Record<SignedInRole, string> = {
  owner: 'Właściciel',
  finance: 'Finanse',
  compliance: 'Compliance',
  viewer: 'Podgląd',
}

/** Pages that tell the role that it may not see them, and whom to ask for access. */
const refusedPages: Record<SignedInRole, readonly string[]> = {
  owner: [],
  finance: [
    '/bzp',
    '/bzp/alerts',
    '/bzp/matches',
    '/calls',
    '/events',
    '/filters',
    '/monitors',
    '/monitors/import',
    '/monitors/imports',
    '/notifications/channels',
    '/notifications/feeds',
    '/reports',
    '/reports/archive',
    '/settings/api',
    '/settings/personal-data',
  ],
  compliance: ['/calls', '/settings/api'],
  viewer: [
    '/calls',
    '/monitors/import',
    '/reports/archive',
    '/settings/api',
    '/settings/audit',
    '/settings/personal-data',
  ],
}

/** Entries of the menu and tabs of Settings that the role does not see. */
const hiddenItems: Record<SignedInRole, readonly string[]> = {
  owner: [],
  finance: [
    'Zdarzenia',
    'Obserwowane',
    'Listy (filtry)',
    'Przetargi BZP',
    'Raporty',
    'Klucze API',
    'Wywołania',
    'Dane osobowe',
  ],
  compliance: ['Klucze API', 'Wywołania'],
  viewer: ['Klucze API', 'Wywołania', 'Dziennik czynności', 'Dane osobowe'],
}

/** Operations whose refusal is shown by the page that calls them. */
const shownByPage: readonly OperationName[] = [
  'monitorEvents.list',
  'monitors.list',
  'filters.list',
  'reports.dailyIndex',
  'bzp.previewAlert',
  'keys.list',
  'keys.create',
  'keys.rotate',
  'keys.deactivate',
]

type Control = {
  readonly path: string
  readonly find: (page: Page) => Promise<Locator> | Locator
}

async function selectFirstMonitor(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Monitory' })
  // The page is ready once all monitors are loaded; an earlier press has no effect.
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await grid.getByRole('checkbox').first().check()
}

async function openFirstFilter(page: Page): Promise<void> {
  await page.getByRole('main').locator('a[href*="filter"]').first().click()
  await expect(page.getByRole('group', { name: 'Zapisywanie zmian' })).toBeVisible()
}

/** Controls that a page shows as disabled to a viewer. */
const controls: Partial<Record<OperationName, Control>> = {
  'usage.setSpendCap': { path: '/spend-cap', find: (page) => page.getByRole('button', { name: 'Zapisz limit' }) },
  'monitors.bulkCreate': {
    path: '/monitors',
    // It is a link for users with permission, and a disabled button for others.
    find: (page) =>
      page.getByRole('link', { name: 'Dodaj podmioty' }).or(page.getByRole('button', { name: 'Dodaj podmioty' })),
  },
  'monitors.bulkTag': {
    path: '/monitors',
    find: async (page) => {
      await selectFirstMonitor(page)
      return page.getByRole('button', { name: /^Zmień tagi/ })
    },
  },
  'monitors.delete': {
    path: '/monitors',
    find: async (page) => {
      await selectFirstMonitor(page)
      return page.getByRole('button', { name: 'Usuń', exact: true })
    },
  },
  'filters.create': {
    path: '/filters',
    find: (page) => page.getByRole('button', { name: 'Nowy filtr' }),
  },
  'filters.update': {
    path: '/filters',
    find: async (page) => {
      await openFirstFilter(page)
      return page.getByRole('button', { name: 'Zapisz', exact: true })
    },
  },
  'filters.delete': {
    path: '/filters',
    find: async (page) => {
      await openFirstFilter(page)
      return page.getByRole('button', { name: 'Usuń filtr' })
    },
  },
  'monitors.attach': {
    path: '/filters',
    // The sample has monitors of deleted filters.
    find: (page) => page.getByRole('button', { name: 'Podłącz albo usuń' }),
  },
  'reports.create': {
    path: '/reports?tab=custom',
    find: (page) => page.getByRole('button', { name: 'Zamów raport' }).first(),
  },
  'reports.download': {
    path: '/reports',
    find: (page) => page.getByRole('button', { name: /^Pobierz: / }).first(),
  },
}

/** Operations that pages call along with others, or that no page uses yet. */
const withoutControl: readonly OperationName[] = [
  'monitors.tags',
  'monitors.create',
  'monitors.get',
  'monitors.update',
  'updates.list',
  'monitorEvents.get',
  'filters.get',
  'filters.coverage',
  'filters.names',
  'filters.uses',
  'reports.list',
  'reports.get',
  // Its button exists only next to an ordered report.
  'reports.delete',
  'bzp.list',
  'bzp.facets',
  'bzp.explainAlert',
  'bzp.compareAlerts',
  'stream.announcements',
  'crbr.pdf',
]

test('every operation restricted by role has a refused page, a control, or no page', () => {
  const restricted = operationNames.filter((name) => operationOf(name).roles.length < Object.keys(roleNames).length)
  expect(restricted.length).toBeGreaterThan(10)
  const covered = new Set<string>([...shownByPage, ...Object.keys(controls), ...withoutControl])
  expect(restricted.filter((name) => !covered.has(name))).toEqual([])
})

/** Expects a disabled control that explains itself to a keyboard user. */
async function expectRefused(control: Locator, name: string): Promise<void> {
  const reason = 'Niedostępne dla roli „Podgląd”.'
  await expect(control, name).toHaveAttribute('aria-disabled', 'true')
  await expect(control, name).toHaveAccessibleDescription(reason)
  await control.focus()
  await expect(control, name).toBeFocused()
  await expect(control.page().getByText(reason).filter({ visible: true }).first(), name).toBeVisible()
}

/** Reads the server's HTML without scripts, because they contain the texts of every page. */
async function refusalIn(page: Page, path: string, role: SignedInRole): Promise<boolean> {
  const html = await (await page.request.get(path)).text()
  const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
  return shown.includes(`jest niedostępna dla roli „${roleNames[role]}”; o dostęp poproś właściciela konta.`)
}

for (const role of ['owner', 'finance', 'compliance', 'viewer'] as const) {
  test(`${role} is refused the expected pages, and its menu leads to none of them`, async ({ page, signIn }) => {
    await signIn(role)
    const paths = [...builtPages]
    const refused: string[] = []
    for (const path of paths) if (await refusalIn(page, path, role)) refused.push(path)
    expect(refused.toSorted()).toEqual(refusedPages[role].toSorted())
    await page.goto(refusedPages[role][0] ?? '/settings/api')
    const words = page.getByText(
      /^Strona „[^”]+” jest niedostępna dla roli „[^”]+”; o dostęp poproś właściciela konta\.$/,
    )
    await expect(words).toHaveCount(role === 'owner' ? 0 : 1)
    await page.goto('/settings/profile')
    const links = page.getByRole('navigation').getByRole('link')
    await expect(links.filter({ hasText: 'Bezpieczeństwo' })).toHaveCount(1)
    for (const name of new Set(Object.values(hiddenItems).flat()))
      await expect(links.filter({ hasText: name }), name).toHaveCount(hiddenItems[role].includes(name) ? 0 : 1)
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.filter((href) => refusedPages[role].includes(href))).toEqual([])
    // These controls are on pages that every role may open.
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Wymaga uwagi' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Ostatnie zdarzenia' })).toHaveCount(role === 'finance' ? 0 : 1)
    await expect(page.getByRole('link', { name: 'Zmień limit wydatków' })).toHaveCount(role === 'owner' ? 1 : 0)
  })
}

test('a viewer sees controls that the role may not use as disabled, with the reason', async ({ page, signIn }) => {
  await signIn('viewer')
  const shown = Object.entries(controls)
  for (const path of new Set(shown.map(([, control]) => control.path))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const [name, { find }] of shown.filter(([, control]) => control.path === path))
      await expectRefused(await find(page), name)
  }
})
