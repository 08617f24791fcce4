import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from '../support/fixtures'
import { type Panel, PASSWORD, startPanel } from '../support/panel'

const OWN_PASSWORD = 'trzy zielone segregatory w szafie'
let folder = ''

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'panel-setup-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The address that the command line prints, as a browser of this test reaches it. */
function setupAddress(panel: Panel): { address: string; token: string } {
  const printed = new URL(panel.admin(['setup', 'token']).trim())
  return { address: `${panel.url}${printed.pathname}${printed.search}`, token: printed.searchParams.get('token') ?? '' }
}

const setupInput = {
  account: { name: 'Acme', slug: 'acme', plan: 'pro' },
  owner: { email: 'ewa@acme.test', password: OWN_PASSWORD },
}
const setUp = async (request: APIRequestContext, panel: Panel, overrides: object): Promise<number> =>
  (await request.post(`${panel.url}/api/setup`, { data: { ...setupInput, ...overrides } })).status()

async function fillOwner(page: Page, repeated = OWN_PASSWORD): Promise<void> {
  await page.getByLabel('Twój e-mail').fill('ewa@laka.test')
  await page.getByLabel('Hasło', { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel('Powtórz hasło').fill(repeated)
}

test('setup leads from sample data to an own account, and the sample data can be removed', async ({
  page,
  context,
  expectAccessible,
  expectedErrors,
}) => {
  const dataDir = join(folder, 'fresh')
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const panel = await startPanel(dataDir, { SAMPLE_DATA: '' })
  try {
    await page.goto(`${panel.url}/`)
    await expect(page).toHaveURL(`${panel.url}/setup`)
    await expectAccessible(page, 'setup')
    // Without the setup token only the sample data are available, whose users can sign in at once.
    await page.getByLabel('Kod konfiguracji').fill('nie-ten')
    await page.getByLabel('Nazwa konta').fill('Biuro Łąka sp. z o.o.')
    await expect(page.getByLabel('Krótka nazwa')).toHaveValue('biuro-laka-sp-z-o-o')
    await fillOwner(page)
    await page.getByRole('button', { name: 'Załóż konto' }).click()
    await expect(page.getByText('Ten kod konfiguracji jest błędny albo został już użyty.')).toBeVisible()
    await expect(page.getByLabel('Kod konfiguracji')).toBeFocused()
    // By another name of the same machine, which is not taken for a proxy that replaces the host.
    const byName = panel.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${byName}/setup`)
    await page.getByRole('button', { name: 'Przejdź do danych przykładowych' }).click()
    await expect(page).toHaveURL(`${byName}/sign-in`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('nie przekazuje nagłówka Host')).toHaveCount(0)
    await page.goto(`${panel.url}/`)
    await expect(page).toHaveURL(`${panel.url}/sign-in`)

    // A user who chose the sample data is not redirected to setup again, but can still set up.
    const { address, token } = setupAddress(panel)
    await page.goto(address)
    await expect(page).toHaveURL(`${panel.url}/setup`)
    await expect(page.getByLabel('Kod konfiguracji')).toHaveCount(0)
    await page.getByLabel('Nazwa konta').fill('Biuro Łąka sp. z o.o.')
    await page.getByText('Limity konta').click()
    await page.getByLabel('RDF', { exact: true }).selectOption('none')
    await page.getByLabel('Filtry', { exact: true }).selectOption('number')
    await page.getByLabel('Filtry: liczba').fill('7')
    await fillOwner(page, 'inne hasło niż to')
    await page.getByRole('button', { name: 'Załóż konto' }).click()
    await expect(page.getByText('Hasła się różnią.')).toBeVisible()
    await expect(page.getByLabel('Filtry: liczba')).toHaveValue('7')
    await page.getByLabel('Powtórz hasło').fill(OWN_PASSWORD)
    await expectAccessible(page, 'setup/account')
    await page.getByRole('button', { name: 'Załóż konto' }).click()
    await expect(page.getByRole('heading', { name: 'Twoje konto jest gotowe' })).toBeVisible()
    await expectAccessible(page, 'setup/done')
    const summary = await context.request.get(`${panel.url}/api/v1/usage/summary`)
    expect(await summary.json()).toMatchObject({ plan_tier: 'pro', limits: { rdf: null, filters: 7, monitors: 5000 } })
    expect(await setUp(context.request, panel, { token })).toBe(409)

    await page.getByRole('link', { name: 'Usuń dane przykładowe…' }).click()
    const card = page.getByRole('region', { name: 'Dane przykładowe' })
    await card.getByRole('button', { name: 'Usuń dane przykładowe' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByText('Konta przykładowe')).toBeVisible()
    await expectAccessible(page, 'sample/remove')
    await dialog.getByRole('button', { name: 'Usuń dane przykładowe' }).click()
    // All rows of the sample are deleted, which takes seconds.
    await expect(page.getByText('Danych przykładowych już nie ma.')).toBeVisible({ timeout: 60_000 })
    await expect(card).toHaveCount(0)
    expect(panel.admin(['account', 'list']).trim().split('\n')).toEqual([expect.stringContaining('biuro-laka')])
    expect(panel.admin(['user', 'list']).trim().split('\n')).toEqual([expect.stringContaining('ewa@laka.test')])
    expect(() => panel.admin(['sample', 'remove', '--confirm'])).toThrow('There are no sample data')
    expect(() => panel.admin(['setup', 'token'])).toThrow('This installation is set up')

    // The sample users can no longer sign in; the owner signs in with the password.
    await context.clearCookies()
    for (const [email, password, url] of [
      ['owner@demo.test', PASSWORD, '/sign-in'],
      ['ewa@laka.test', OWN_PASSWORD, '/'],
    ] as const) {
      await page.goto(`${panel.url}/sign-in`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Hasło').fill(password)
      await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
      if (url === '/sign-in') await expect(page.getByText('Użytkownicy przykładowi już się nie logują')).toBeVisible()
      await expect(page).toHaveURL(`${panel.url}${url}`)
    }
    await page.goto(`${panel.url}/search?q=budownictwo`)
    await expect(page.getByText('Ta usługa nie ma jeszcze żadnych firm')).toBeVisible()
    await page.getByRole('link', { name: 'Dodaj firmy po numerze' }).click()
    const field = page.getByLabel('Nazwa firmy albo numery, po jednym w wierszu')
    await field.fill('Transbud Lublin')
    await expect(page.getByText('Ta usługa nie ma jeszcze żadnych firm, więc')).toBeVisible()
    await field.fill('526-10-40-828')
    await page.getByRole('button', { name: 'Dodaj 1 podmiot' }).click()
    await expect(page.getByText('więc nic to nie mówi o numerach')).toBeVisible()
  } finally {
    // The panel stops while its page is still open.
    expectedErrors.push(/Failed to load resource/)
    await page.goto('about:blank')
    await panel.stop()
  }
})

test('without sample data every page redirects to setup; over a remote service setup creates only the owner', async ({
  page,
  context,
  expectAccessible,
}) => {
  const panel = await startPanel(join(folder, 'empty'), { SAMPLE_DATA: 'off' })
  let remotePanel: Panel | undefined
  try {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of ['/', '/sign-in']) {
      await page.goto(`${panel.url}${path}`)
      await expect(page).toHaveURL(`${panel.url}/setup`)
    }
    await expect(page.getByRole('heading', { name: 'Załóż własne konto' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Obejrzyj na danych przykładowych' })).toHaveCount(0)
    await page.getByText('Limity konta').click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page, 'setup/phone')

    // A script can set up too, with the same rules.
    const { token } = setupAddress(panel)
    const statuses: number[] = []
    for (const overrides of [
      { token: 'wrong' },
      { token, account: undefined },
      { token, account: { name: 'Acme', slug: 'Acme!', plan: 'pro' } },
      { token, owner: { email: 'ewa@acme.test', password: 'acme' } },
      { token },
      { token },
    ]) {
      statuses.push(await setUp(context.request, panel, overrides))
    }
    expect(statuses).toEqual([403, 422, 422, 422, 201, 409])
    await page.goto(`${panel.url}/setup`)
    await expect(page.getByRole('heading', { name: 'Panel jest skonfigurowany' })).toBeVisible()

    const key = panel.admin(['key', 'create', '--account', 'acme', '--name', 'remote']).trim()
    remotePanel = await startPanel(join(folder, 'remote'), { REGISTERS_API_URL: panel.apiUrl, REGISTERS_API_KEY: key })
    await page.goto(setupAddress(remotePanel).address)
    await expect(page.getByRole('heading', { name: 'Dodaj pierwszego właściciela' })).toBeVisible()
    await expect(page.getByLabel('Nazwa konta')).toHaveCount(0)
    await expectAccessible(page, 'setup/remote-owner')
    await fillOwner(page)
    await page.getByRole('button', { name: 'Dodaj właściciela' }).click()
    await expect(page.getByRole('heading', { name: 'Twoje konto jest gotowe' })).toBeVisible()
    await page.getByRole('link', { name: 'Otwórz panel' }).click()
    await expect(page).toHaveURL(`${remotePanel.url}/`)
    expect(remotePanel.admin(['user', 'list']).trim()).toMatch(/^ewa@laka\.test\s+owner\s+remote$/)
  } finally {
    await page.goto('about:blank')
    await Promise.all([panel.stop(), remotePanel?.stop()])
  }
})
