import type { Locator, Page } from '@playwright/test'

import { isPaid } from '@/lib/contract/operation'
import { contract, type OperationName, operationNames, operationOf } from '@/lib/contract/table'
import { maySpend } from '@/lib/domain/spending'

import { expect, type SignedInRole, test } from '../support/fixtures'
import { storedPersons } from '../support/leaks'

// Each role calls every paid operation, and a stream uses up the pool.
test.use({ panelOf: 'roles.spec.ts' })

const roles: readonly SignedInRole[] = ['owner', 'finance', 'compliance', 'viewer']
const roleNames: Record<SignedInRole, string> = {
  owner: 'Właściciel',
  finance: 'Finanse',
  compliance: 'Compliance',
  viewer: 'Podgląd',
}
const isOfRole = (role: SignedInRole, name: OperationName): boolean => operationOf(name).roles.includes(role)
/** With the default setting of who may spend. */
const isAllowed = (role: SignedInRole, name: OperationName): boolean =>
  isOfRole(role, name) && (!isPaid(operationOf(name)) || maySpend(role, null))

/** One sentence that names who can help. */
const deniedPage = /^Strona „[^”]+” jest niedostępna dla roli „[^”]+”; o dostęp poproś właściciela konta\.$/
/** The message of a page whose data the role may not read. */
const denials: Partial<Record<OperationName, { readonly path: string; readonly text: RegExp }>> = {
  'monitorEvents.list': { path: '/', text: /^Zdarzenia widzą role/ },
  'monitors.list': { path: '/monitors', text: deniedPage },
  'filters.list': { path: '/filters', text: deniedPage },
  'reports.dailyIndex': { path: '/reports', text: deniedPage },
  'bzp.previewAlert': { path: '/bzp', text: deniedPage },
  'keys.list': { path: '/settings/api', text: deniedPage },
}

type Control = {
  readonly path: string
  /** The control belongs to data of this operation; undefined: it is visible to everyone. */
  readonly within?: OperationName
  readonly find: (page: Page) => Promise<Locator> | Locator
}

async function selectFirstMonitor(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Monitory' })
  // The page reacts to input only once all monitors are loaded.
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await grid.getByRole('checkbox').first().check()
}

async function openFirstFilter(page: Page): Promise<void> {
  await page.getByRole('main').locator('a[href*="filter"]').first().click()
  await expect(page.getByRole('group', { name: 'Zapisywanie zmian' })).toBeVisible()
}

/** Actions on a page, disabled for roles that may not use them. */
const controls: Partial<Record<OperationName, Control>> = {
  'usage.setSpendCap': { path: '/spend-cap', find: (page) => page.getByRole('button', { name: 'Zapisz limit' }) },
  'keys.create': {
    path: '/settings/api',
    within: 'keys.list',
    find: (page) => page.getByRole('button', { name: 'Utwórz klucz' }).first(),
  },
  'keys.rotate': {
    path: '/settings/api',
    within: 'keys.list',
    find: (page) => page.getByRole('button', { name: /^Wymień klucz/ }).first(),
  },
  'keys.deactivate': {
    path: '/settings/api',
    within: 'keys.list',
    find: (page) => page.getByRole('button', { name: /^Dezaktywuj klucz/ }).first(),
  },
  'monitors.bulkCreate': {
    path: '/monitors',
    within: 'monitors.list',
    // A link for allowed roles, a disabled button for others.
    find: (page) =>
      page.getByRole('link', { name: 'Dodaj podmioty' }).or(page.getByRole('button', { name: 'Dodaj podmioty' })),
  },
  'monitors.bulkTag': {
    path: '/monitors',
    within: 'monitors.list',
    find: async (page) => {
      await selectFirstMonitor(page)
      return page.getByRole('button', { name: /^Zmień tagi/ })
    },
  },
  'monitors.delete': {
    path: '/monitors',
    within: 'monitors.list',
    find: async (page) => {
      await selectFirstMonitor(page)
      return page.getByRole('button', { name: 'Usuń', exact: true })
    },
  },
  'filters.create': {
    path: '/filters',
    within: 'filters.list',
    find: (page) => page.getByRole('button', { name: 'Nowy filtr' }),
  },
  'filters.update': {
    path: '/filters',
    within: 'filters.list',
    find: async (page) => {
      await openFirstFilter(page)
      return page.getByRole('button', { name: 'Zapisz', exact: true })
    },
  },
  'filters.delete': {
    path: '/filters',
    within: 'filters.list',
    find: async (page) => {
      await openFirstFilter(page)
      return page.getByRole('button', { name: 'Usuń filtr' })
    },
  },
  'monitors.attach': {
    path: '/filters',
    within: 'filters.list',
    // The sample has monitors of deleted filters.
    find: (page) => page.getByRole('button', { name: 'Podłącz albo usuń' }),
  },
  'reports.create': {
    path: '/reports',
    within: 'reports.dailyIndex',
    find: (page) => page.getByRole('button', { name: 'Zamów raport' }).first(),
  },
  'reports.download': {
    path: '/reports',
    within: 'reports.dailyIndex',
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
  'filters.get',
  'filters.coverage',
  'filters.names',
  'filters.uses',
  'reports.list',
  'reports.get',
  // Its button exists only for an ordered report.
  'reports.delete',
  'bzp.list',
  'bzp.facets',
  'bzp.explainAlert',
  'bzp.compareAlerts',
  'stream.announcements',
  'crbr.pdf',
]

test.describe.configure({ timeout: 180_000 })

test('every row that not everyone may call has a denial, a control, or no page', () => {
  const restricted = operationNames.filter((name) => operationOf(name).roles.length < roles.length)
  expect(restricted.length).toBeGreaterThan(10)
  const known = new Set<string>([...Object.keys(denials), ...Object.keys(controls), ...withoutControl])
  expect(restricted.filter((name) => !known.has(name))).toEqual([])
})

const NOBODY = '00000000-0000-4000-8000-000000000000'
const pathOf = (name: OperationName): string => `/api${contract[name].path.replaceAll(/\{\w+\}/g, NOBODY)}`

type Answer = { readonly status: number; readonly text: string; readonly type: string }

/** A call as the page's script would make it, despite disabled controls; its body changes nothing. */
const callFromPage = (page: Page, name: OperationName): Promise<Answer> =>
  page.evaluate(
    async ({ path, method }) => {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{' }
      const answer = await fetch(path, { method, headers: { 'content-type': 'application/json' }, ...body })
      return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') ?? '' }
    },
    { path: pathOf(name), method: operationOf(name).method },
  )

/** The control is enabled for allowed roles; for others it is disabled with a reason that is readable by keyboard. */
async function expectControl(control: Locator, role: SignedInRole, name: OperationName): Promise<void> {
  const reason = `Niedostępne dla roli „${roleNames[role]}”.`
  await expect(control, name).toBeVisible()
  if (isAllowed(role, name)) return expect(control, name).not.toHaveAccessibleDescription(reason)
  await expect(control, name).toHaveAttribute('aria-disabled', 'true')
  await expect(control, name).toHaveAccessibleDescription(reason)
  await control.focus()
  await expect(control, name).toBeFocused()
  await expect(control.page().getByText(reason).filter({ visible: true }).first(), name).toBeVisible()
}

const shownPages = [...new Set([...Object.values(denials), ...Object.values(controls)].map(({ path }) => path))]

for (const role of roles) {
  test.describe(role, () => {
    test.beforeEach(({ signIn, expectedErrors }) => {
      expectedErrors.push(/Failed to load resource/)
      return signIn(role)
    })

    test('what the role may not read is said where it would be; what it may not do is disabled, and says why', async ({
      page,
    }) => {
      const denied = (path: string) => entries(denials).filter(([, each]) => each.path === path)
      const offered = (path: string) =>
        entries(controls).filter(
          ([, { path: at, within }]) => at === path && (within === undefined || isAllowed(role, within)),
        )
      for (const path of shownPages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        for (const [name, { text }] of denied(path))
          await expect(page.getByText(text), name).toHaveCount(isAllowed(role, name) ? 0 : 1)
        for (const [name, { find }] of offered(path)) await expectControl(await find(page), role, name)
      }
    })

    test('the proxy refuses the same with 403, whatever the page shows', async ({ page }) => {
      await page.goto('/spend-cap')
      const refused: OperationName[] = []
      for (const name of operationNames) {
        const { status, text } = await callFromPage(page, name)
        if (status === 403) refused.push(name)
        if (isAllowed(role, name)) continue
        const detail = isOfRole(role, name)
          ? { code: 'spending_not_allowed', roles: ['owner', 'compliance'] }
          : { code: 'role_required', roles: [...operationOf(name).roles] }
        expect(JSON.parse(text), name).toMatchObject({ detail })
      }
      expect(refused).toEqual(operationNames.filter((name) => !isAllowed(role, name)))
    })

    test('no personal number comes in the clear unasked', async ({ page, panel }) => {
      const pesels = storedPersons(panel.dataDir)
      expect(pesels.length).toBeGreaterThan(10)
      const found: string[] = []
      let read = 0
      for (const name of operationNames.filter((each) => operationOf(each).method === 'GET' && isAllowed(role, each))) {
        const answer = await page.request.get(`${pathOf(name)}${name.endsWith('.list') ? '?limit=200' : ''}`)
        const text = await answer.text()
        read += answer.ok() ? 1 : 0
        if (pesels.some((pesel) => text.includes(pesel))) found.push(name)
      }
      for (const path of [...shownPages, '/monitors?kind=pesel']) {
        const text = await (await page.request.get(path)).text()
        if (pesels.some((pesel) => text.includes(pesel))) found.push(path)
      }
      expect(read).toBeGreaterThanOrEqual(4)
      // A register's file is sent as published to those who may see its content (and have units left); the download is
      // recorded.
      expect(found.filter((name) => name !== 'stream.announcements' || !isAllowed(role, name))).toEqual([])
    })
  })
}

/** Safe: the tables above use exactly these keys. */
const entries = <T>(table: Partial<Record<OperationName, T>>) => Object.entries(table) as [OperationName, T][]
