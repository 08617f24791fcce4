import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'

import { readMail } from '@/lib/testing/delivery/smtp'

import { unsubscribeToken } from '../lib/features/deliveries/unsubscribe-links'
import { makeAccount, makeUser } from './support/accounts'
import { expect } from './support/fixtures'
import { waitForHydrationIn } from './support/hydration'
import { mailingTest } from './support/mailing'
import type { Panel } from './support/panel'

const test = mailingTest('finance', openAccount)

const user = (role: string) => `${role}@e2e-finance.test` as const
/** 15 units above the plan: 1,20 zł. */
const UNITS = 2 + 15

async function openAccount(panel: Panel): Promise<void> {
  await makeAccount(panel, 'e2e-finance', { name: 'Finanse sp. z o.o.', limits: { lookups: 2 } })
  for (const role of ['owner', 'finance', 'viewer'] as const)
    await makeUser(panel, user(role), { account: 'e2e-finance', role })
}

const save = (page: Page) => page.getByRole('button', { name: 'Zapisz limit' })
const history = (page: Page) => page.getByRole('table', { name: 'Historia zmian limitu' })

async function typeCap(page: Page, amount: string, reason?: string): Promise<void> {
  await page.getByRole('radio', { name: /^Własny/ }).check()
  await page.getByLabel(/^Kwota/).fill(amount)
  if (reason !== undefined) await page.getByLabel(/^Powód/).fill(reason)
}

test.describe.configure({ mode: 'serial' })

test('the owner changes the cap with a reason, and a second editor sees the change before overwriting it', async ({
  page,
  browser,
  panel,
  signIn,
  expectAccessible,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await signIn('owner@demo.test')
  const monitors = await page.request.get('/api/v1/monitors?identifier_type=krs&limit=1000')
  const { items } = (await monitors.json()) as { items: { identifier_value: string; subject_name: string | null }[] }
  const namedCompany = items.find(({ subject_name }) => subject_name !== null)
  await signIn(user('owner'))
  for (let unit = 0; unit < UNITS; unit += 1) {
    expect((await page.request.get(`/api/v1/record?krs=${namedCompany?.identifier_value}`)).status()).toBe(200)
  }
  await page.goto('/spend-cap')
  await expect(history(page)).toContainText('Limit zastany przy pierwszym odczycie')
  const other = await browser.newContext({
    baseURL: panel.url,
    storageState: await page.context().storageState(),
    locale: 'pl-PL',
  })
  waitForHydrationIn(other)
  const second = await other.newPage()
  await second.goto('/spend-cap')
  const staleMeter = await (await second.request.get('/api/v1/usage/api')).text()
  await typeCap(second, '400', 'Drugi')

  await typeCap(page, '300', 'Budżet na listopad')
  await save(page).click()
  await expect(page.getByText(/^Limit wydatków: 300\szł$/).first()).toBeVisible()
  const row = history(page).getByRole('row', { name: /→ 300\szł/ })
  await expect(row).toContainText(user('owner'))
  await expect(row).toContainText('Budżet na listopad')
  await expect(row).toContainText(/1,20\szł/)
  await expectAccessible(page, 'spend-cap/history')

  // Simulates two simultaneous presses: the browser's data are outdated when the panel handles the second.
  await second.route('**/api/v1/usage/api', (route) =>
    route.fulfill({ body: staleMeter, contentType: 'application/json' }),
  )
  await save(second).click()
  await expect(second.getByText(/limit na 300\szł \(było/)).toBeVisible()
  await second.unroute('**/api/v1/usage/api')
  await expect(second.getByLabel(/^Kwota/)).toHaveValue('400')
  await save(second).click()
  await expect(history(second).getByRole('row', { name: /300\szł → 400\szł/ })).toContainText('Drugi')
  await other.close()

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pobierz XLSX: historia limitu' }).click()
  const bytes = readFileSync(await (await file).path())
  expect([...(await unzip(bytes)).keys()]).toContain('xl/workbook.xml')
})

const rules = (page: Page) => page.getByRole('table', { name: 'Powiadomienia' })

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Działania: ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('finance creates and tests a rule, and each crossed threshold sends exactly one mail', async ({
  page,
  panel,
  smtp,
  signIn,
  expectAccessible,
}) => {
  await signIn(user('finance'))
  await page.goto('/settings/alerts')
  await expect(page).toHaveURL('/notifications?kind=spend')
  await page.getByRole('button', { name: 'Nowa reguła' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nowa reguła' })
  await expect(dialog.getByText('Żaden z progów nie jest teraz osiągnięty.')).toBeVisible()
  await dialog.getByLabel('Nazwa').fill('Progi limitu')
  await dialog.getByLabel(/^Progi \(%\)/).fill('12,5')
  await dialog.getByRole('button', { name: 'Zapisz regułę' }).click()
  await expect(dialog.getByText(/^Próg to cały procent/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Usuń: 12,5/ }).click()
  await expectAccessible(page, 'rule/spending')
  await dialog.getByRole('button', { name: 'Zapisz regułę' }).click()
  await expect(page.getByText('Zapisano regułę „Progi limitu”.')).toBeVisible()
  await expect(rules(page)).toContainText('Wydatki: 50%, 80%, 100% limitu')
  await chooseAction(page, 'Progi limitu', 'Wyślij wiadomość próbną')
  await expect(page.getByText('Wysłano wiadomość próbną do wszystkich odbiorców reguły.').first()).toBeVisible()
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]?.to).toEqual([user('finance')])

  await signIn(user('owner'))
  for (const [to, from] of [
    [1, 400],
    [2, 1],
    [1, 2],
  ]) {
    const set = { data: { spend_cap_pln: to, expected_pln: from }, headers: { origin: panel.url } }
    expect((await page.request.post('/api/panel/spend-cap', set)).status()).toBe(200)
  }
  // Four mails: the test, 100% of 1 zł, 50% of 2 zł, and 100% of 1 zł again, because another cap is another amount.
  await expect.poll(() => smtp.mails.length, { timeout: 30_000 }).toBe(4)
  const { headers, text } = readMail(smtp.mails[1] ?? { to: [], raw: '' })
  expect(headers).toContain('Wydano 120% limitu (próg 100%)')
  expect(text).toContain('Nadwyżka: 1,20\u00A0zł')
  await page.goto('/notifications?kind=spend')
  await chooseAction(page, 'Progi limitu', 'Co wysłano')
  const sentRow = page
    .getByRole('dialog', { name: 'Co wysłano: Progi limitu' })
    .getByRole('row', { name: /100%/ })
    .first()
  await expect(sentRow).toContainText('wysłano')
  await expect(sentRow).toContainText(/1,20\szł/)
  expect(smtp.mails).toHaveLength(4)
})

test('a recipient of an alert can unsubscribe from the mail without an account', async ({
  page,
  panel,
  smtp,
  expectAccessible,
}) => {
  const { headers } = readMail(smtp.mails[1] ?? { to: [], raw: '' })
  const mailId = /Message-ID: <([^@]+)@/i.exec(headers)?.[1] ?? ''
  const token = unsubscribeToken(readFileSync(join(panel.dataDir, 'panel-secret'), 'utf8').trim(), mailId)
  await page.goto(`/api/unsubscribe?token=${token}`)
  await expect(
    page.getByText(`Wiadomości tej reguły powiadomień przestaną przychodzić na adres ${user('finance')}.`),
  ).toBeVisible()
  await expectAccessible(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Nie wysyłaj więcej' }).click()
  await expect(page.getByText('Na ten adres nie wyślemy już wiadomości tego alertu.')).toBeVisible()
  const post = (linkToken: string) => page.request.post(`/api/unsubscribe?token=${linkToken}`)
  expect((await post(token)).status()).toBe(204)
  expect((await post(`${mailId}.forged`)).status()).toBe(404)
  await page.goto('/unsubscribe?token=nothing')
  await expect(page.getByText('Ten link jest nieprawidłowy.')).toBeVisible()
})

test('the closed period is listed at the first start, and the files of a pack match its manifest', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('finance')
  await page.goto('/usage')
  const packs = page.getByRole('region', { name: 'Zamknięte okresy' })
  await expect(packs.getByRole('link', { name: /^Pobierz ZIP: 1\s/ })).toHaveCount(1)
  await packs.getByRole('button', { name: 'Utwórz zestawienie wstępne' }).click()
  await expect(packs.getByText('wstępne', { exact: true })).toBeVisible()
  await expectAccessible(page, 'usage/packs')
  for (const at of [0, 1]) {
    const download = page.waitForEvent('download')
    await packs
      .getByRole('link', { name: /^Pobierz ZIP/ })
      .nth(at)
      .click()
    const files = await unzip(readFileSync(await (await download).path()))
    const manifest = JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '') as {
      files: { name: string; sha256: string }[]
    }
    expect(manifest.files).toHaveLength(5)
    for (const { name, sha256 } of manifest.files) {
      expect(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
        name,
      ).toBe(sha256)
    }
  }
})

test('a viewer sees the spend cap and the rules, and can change nothing', async ({
  page,
  signIn,
  panel,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await signIn(user('viewer'))
  await page.goto('/spend-cap')
  await expect(history(page)).toContainText('Budżet na listopad')
  await page.goto('/notifications?kind=spend')
  // After its only recipient has unsubscribed, the rule continues and notifies the owners.
  const row = rules(page).getByRole('row').filter({ hasText: 'Progi limitu' })
  await expect(row).not.toContainText('nikt')
  await expect(row).not.toContainText('wyłączona')
  await expect(page.getByText(user('finance'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Nowa reguła' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Działania: Progi limitu' }).click()
  for (const name of ['Zmień', 'Wyślij wiadomość próbną', 'Usuń']) {
    await expect(page.getByRole('menuitem', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-disabled', 'true')
  }
  await page.keyboard.press('Escape')
  await page.goto('/usage')
  await expect(page.getByText(/^Zestawienia okresów są dla właściciela i finansów/)).toBeVisible()
  const headers = { origin: panel.url }
  const data = { spend_cap_pln: 5, expected_pln: 1 }
  expect((await page.request.post('/api/panel/spend-cap', { data, headers })).status()).toBe(403)
  expect((await page.request.get('/api/panel/packs')).status()).toBe(403)
})

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Uint8Array[] = []
    // Safe: the stream has no encoding, so its chunks are bytes.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}
