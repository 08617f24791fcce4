import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { rounds } from '@/lib/testing/rounds'

import { makeOwner } from './support/accounts'
import { expect, test } from './support/fixtures'
import { type Panel, PASSWORD, ROOT } from './support/panel'

type Entry = { number: number; actor: string; action: string; target: string | null; before?: unknown; after?: unknown }

async function entries(page: Page, query = ''): Promise<Entry[]> {
  const answer = await page.request.get(`/api/panel/audit${query}`)
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { items: Entry[] }).items
}

const table = (page: Page) => page.getByRole('table', { name: 'Dziennik czynności' })

test.describe('the audit log', () => {
  test.beforeEach(async ({ signIn }) => signIn('owner'))

  test('records changes with before and after, but not changes without effect', async ({ page, panel }) => {
    const headers = { origin: panel.url }
    const cap = (spend_cap_pln: number) =>
      page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln }, headers })
    await cap(700)
    for (const zloty of [910, 910, 700]) expect((await cap(zloty)).status()).toBe(200)
    expect(await entries(page, '?action=usage.setSpendCap&limit=2')).toMatchObject([
      { actor: 'owner@demo.test', before: { spend_cap_pln: 910 }, after: { spend_cap_pln: 700 } },
      { before: { spend_cap_pln: 700 }, after: { spend_cap_pln: 910 } },
    ])
    const data = { identifier_type: 'nip', identifier_value: '1060000062', label: 'e2e dziennik', tags: ['e2e'] }
    const created = (await (await page.request.post('/api/v1/monitors', { data, headers })).json()) as { id: string }
    const monitor = `/api/v1/monitors/${created.id}`
    for (const label of ['e2e nowa', 'e2e nowa']) await page.request.patch(monitor, { data: { label }, headers })
    await page.request.post('/api/v1/monitors/bulk-tag', { data: { ids: [created.id], add: ['x'] }, headers })
    await page.request.delete(monitor, { headers })
    await page.request.delete(monitor, { headers })
    expect(await entries(page, `?target=${created.id}`)).toMatchObject([
      { action: 'monitors.delete', before: { identifier_value: '1060000062', label: 'e2e nowa', tags: ['e2e', 'x'] } },
      // A change of several monitors has no target, but their number.
      { action: 'monitors.bulkTag', after: { monitors: 1, add: ['x'], updated: 1 } },
      { action: 'monitors.update', before: { label: 'e2e dziennik' }, after: { label: 'e2e nowa' } },
      { action: 'monitors.create', after: data },
    ])
    // A range header, which has a meaning only for files, does not hide a change from the log.
    const probing = { ...headers, range: 'bytes=0-0' }
    for (const zloty of [701, 700])
      await page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln: zloty }, headers: probing })
    expect(await entries(page, '?action=usage.setSpendCap&limit=2')).toMatchObject([
      { before: { spend_cap_pln: 701 }, after: { spend_cap_pln: 700 } },
      { before: { spend_cap_pln: 700 }, after: { spend_cap_pln: 701 } },
    ])
    const refused = await page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln: -1 }, headers })
    expect(refused.status()).toBe(422)
    expect(await entries(page, '?limit=1')).toMatchObject([
      { action: 'usage.setSpendCap', after: { spend_cap_pln: 700 } },
    ])
  })

  test('records files, sign-ins, refused sign-ins, sign-outs, keys and operator commands', async ({
    page,
    panel,
    signIn,
  }) => {
    const index = await page.request.get('/api/v1/reports/daily/index')
    type Report = { id: string; source: string; format: string; report_date: string }
    const [report] = (await index.json()) as Report[]
    const file = `/api/v1/reports/download/${report?.id}`
    const purposeRequest = { data: { purpose: 'contractor' }, headers: { origin: panel.url } }
    expect((await page.request.put('/api/panel/report-purpose', purposeRequest)).status()).toBe(200)
    await page.request.get(file)
    // The entry is written after the last byte.
    await expect.poll(async () => (await entries(page, '?limit=1'))[0]?.action).toBe('reports.download')
    // Requesting one byte to check that the file exists does not count as a download.
    await page.request.get(file, { headers: { range: 'bytes=0-0' } })
    const { source, format, report_date, id: target } = report ?? {}
    const after = { source, format, report_date, file: expect.stringContaining(String(report_date)) }
    const [newest, older] = await entries(page, '?limit=2')
    expect(newest).toMatchObject({ action: 'reports.download', target, target_name: after.file, after })
    expect(older?.action).not.toBe('reports.download')
    await page.request.post('/api/panel/monitors/exports', {
      data: { monitors: 52, format: 'xlsx', personal: false },
      headers: { origin: panel.url },
    })
    const exported = { action: 'monitors.export', after: { monitors: 52, format: 'xlsx', personal: false } }
    expect(await entries(page, '?limit=1')).toMatchObject([exported])

    panel.admin(
      ['user', 'create', 'nowa@demo.test', '--account', 'demo-pro', '--role', 'viewer', '--password-stdin'],
      PASSWORD,
    )
    panel.admin(['key', 'create', '--account', 'demo-pro', '--name', 'e2e audyt'])
    const [key, user] = await entries(page, '?actor=cli&limit=2')
    expect(key).toMatchObject({ action: 'keys.create', after: { name: 'e2e audyt' } })
    expect(user).toMatchObject({ action: 'users.create', after: { email: 'nowa@demo.test', role: 'viewer' } })
    panel.admin(['key', 'deactivate', key?.target ?? '', '--account', 'demo-pro'])
    expect(await entries(page, '?actor=cli&limit=1')).toMatchObject([
      { action: 'keys.deactivate', target: key?.target },
    ])

    await page.goto('/usage')
    await page.getByRole('button', { name: 'Menu użytkownika' }).first().click()
    await page.getByRole('menuitem', { name: 'Wyloguj się' }).click()
    await expect(page).toHaveURL(/sign-in/)
    await page.getByLabel('E-mail').fill('nowa@demo.test')
    await page.getByLabel('Hasło').fill('nie to hasło')
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page.getByText(/Nieprawidłowy/).first()).toBeVisible()
    await signIn('compliance')
    await expect(async () => {
      const actionsAndActors = (await entries(page, '?limit=4')).map(({ action, actor }) => [action, actor])
      expect(actionsAndActors).toContainEqual(['session.start', 'compliance@demo.test'])
      expect(actionsAndActors).toContainEqual(['session.refuse', 'nowa@demo.test'])
      expect(actionsAndActors).toContainEqual(['session.end', 'owner@demo.test'])
    }).toPass()
    expect(JSON.stringify(await entries(page, '?limit=50'))).not.toContain('nie to hasło')
  })
})

test('the audit page filters through the address, shows details, exports and verifies the log', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  const headers = { origin: panel.url }
  for (const spend_cap_pln of [640, 650]) {
    await page.request.put('/api/v1/usage/api/spend-cap', { data: { spend_cap_pln }, headers })
  }
  const html = await (await page.request.get('/settings/audit')).text()
  expect(html).toContain('Zmiana limitu wydatków')
  await page.goto('/settings/audit')
  await expect(table(page).getByRole('row').nth(1)).toContainText('Zmiana limitu wydatków')
  await page.getByLabel('Działanie').selectOption('usage.setSpendCap')
  await expect(page).toHaveURL('/settings/audit?action=usage.setSpendCap')
  await page.getByLabel('Kto', { exact: true }).selectOption('owner@demo.test')
  await expect(page).toHaveURL(/actor=owner%40demo\.test/)
  await table(page)
    .getByRole('button', { name: /^Pokaż szczegóły wpisu/ })
    .first()
    .click()
  await expect(table(page).getByRole('row').nth(1)).toContainText(/limit wydatków:\s*640\szł\s*→\s*650\szł/)
  await expect(table(page).getByText('Przed: 640')).toBeVisible()
  await expect(table(page).getByText('Po: 650')).toBeVisible()
  await expectAccessible(page, 'settings/audit')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pobierz CSV: dziennik czynności' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^dziennik-czynnosci-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFnumer;czas;chwila_utc;kto;dzialanie;/)
  expect(lines[1]).toMatch(/;owner@demo\.test;Zmiana limitu wydatków;[^;]*;limit wydatków: 640\szł → 650\szł;/)
  expect(lines[1]).toContain(';usage.setSpendCap;;"{""spend_cap_pln"":640}";"{""spend_cap_pln"":650}"')
  expect(lines.slice(1).every((line) => line.includes(';usage.setSpendCap;'))).toBe(true)
  await page.getByRole('button', { name: 'Sprawdź dziennik' }).click()
  await expect(page.getByText(/^Zgadza.* \d+ wpis.* Dziennika nie porównano z kotwicą/)).toBeVisible()

  const target = page.getByLabel('Czego dotyczy')
  await target.fill('44051401359')
  await expect(page.getByText('Numerów PESEL nie ma w dzienniku.')).toBeVisible()
  await target.press('Enter')
  expect(page.url()).not.toContain('44051401359')
  await page.getByRole('button', { name: 'Wyczyść filtry' }).click()
  await expect(page).toHaveURL('/settings/audit')
  await expect(table(page).getByRole('row').nth(1)).toContainText('Eksport dziennika')
  await page.goBack()
  await expect(page).toHaveURL(/action=usage/)
})

const exportButton = (page: Page) => page.getByRole('button', { name: 'Pobierz CSV: dziennik czynności' })

test('an export can be cancelled, and a failed one shows an error', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await signIn('owner')
  await page.goto('/settings/audit')
  await page.route('**/api/panel/audit/export*', () => undefined)
  await exportButton(page).click()
  await page.getByRole('button', { name: 'Przerwij' }).click()
  await expect(page.getByText('Przerwano: pliku nie zapisano.')).toBeVisible()
  await expect(exportButton(page)).toBeFocused()
  await page.unroute('**/api/panel/audit/export*')
  await page.route('**/api/panel/audit/export*', (route) => route.abort())
  await exportButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: /zapisać pliku: Serwer nie odpowiada/ })).toHaveCount(1)
})

const MANY = rounds({ long: 50_000, short: 10_000 })

/** Writes a log of several years into a separate account, because its chain is not valid. */
function seedLog(panel: Panel, slug: string): void {
  const Database = createRequire(import.meta.url)('libsql') as new (file: string) => {
    exec(sql: string): void
    close(): void
  }
  const database = new Database(join(panel.dataDir, 'registers.db'))
  database.exec('pragma busy_timeout = 5000')
  database.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})
    insert into audit_entries (account_id, number, at, actor, action, target, before, after, previous_hash, hash)
    select account.id, account.last + i, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i * 300) || ' seconds'),
      'owner@many.test', 'monitors.update', printf('%08x-0000-4000-8000-%012x', i, i),
      json_object('label', 'etykieta ' || i), json_object('label', 'nowa ' || i), '', printf('%064x', i)
    from n, (select id, (select coalesce(max(number), 0) from audit_entries where account_id = accounts.id) as last
      from accounts where slug = '${slug}') as account`)
  database.close()
}

test(`a log of ${MANY} entries is exported completely`, async ({ page, panel, signIn }) => {
  await makeOwner(panel, 'many', { plan: 'enterprise' })
  seedLog(panel, 'many')
  await signIn('owner@many.test')
  await page.goto('/settings/audit?action=monitors.update')
  const saved = page.waitForEvent('download', { timeout: 50_000 })
  await exportButton(page).click()
  // Other requests are answered at the same time.
  expect((await page.request.get('/api/panel/audit?limit=1')).status()).toBe(200)
  const file = await saved
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(MANY + 1)
  expect(lines[1]).toContain(`;nowa ${MANY};`)
  expect(lines.at(-1)).toContain(';etykieta: etykieta 1 → nowa 1;')
})

/** Changes an entry as somebody with access to the database could. */
function tamper(panel: Panel, slug: string): void {
  const Database = createRequire(import.meta.url)('libsql') as new (file: string) => {
    exec(sql: string): void
    close(): void
  }
  const database = new Database(join(panel.dataDir, 'registers.db'))
  database.exec('pragma busy_timeout = 5000')
  database.exec('drop trigger audit_entries_no_update')
  database.exec(
    `update audit_entries set actor = 'kto@inny.test'
     where number = 2 and account_id = (select id from accounts where slug = '${slug}')`,
  )
  database.close()
}

const verify = ({ dataDir }: Panel, account: string) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', 'admin.mjs'), 'audit', 'verify', '--account', account], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
    encoding: 'utf8',
  })

test('a chain modified outside the panel is detected by the page and by the operator command', async ({
  page,
  panel,
  signIn,
}) => {
  const slug = 'demo-pro-2'
  for (let n = 0; n < 3; n += 1) await signIn(`owner@${slug}.test`)
  const intact = verify(panel, slug)
  expect([intact.status, intact.stdout]).toEqual([0, expect.stringMatching(/^demo-pro-2: \d+ entries, intact\n/)])
  tamper(panel, slug)
  const broken = verify(panel, slug)
  expect([broken.status, broken.stdout]).toEqual([1, expect.stringMatching(/^demo-pro-2: broken at entry 2 /)])
  await page.goto('/settings/audit')
  await page.getByRole('button', { name: 'Sprawdź dziennik' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Wpis nr 2 zmieniono albo usunięto poza panelem' })
  await expect(alert).toBeVisible()
})
