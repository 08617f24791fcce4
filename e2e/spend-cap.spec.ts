import type { Page } from '@playwright/test'

import { makeAccount, makeUser } from './support/accounts'
import { expect, test } from './support/fixtures'
import { type Panel, PASSWORD } from './support/panel'

type Meter = { spend_cap_pln: number | null; overage_grosz: number; period_end: string }

const owner = 'owner@e2e-cap.test'
const INCLUDED = 2
/** Units above the plan: 15 × 8 gr = 1,20 zł. */
const OVER = 15

/** Creates an account with overage, whatever the day of the month is. */
async function openAccount(panel: Panel): Promise<void> {
  await makeAccount(panel, 'e2e-cap', { limits: { lookups: INCLUDED } })
  await makeUser(panel, owner, { account: 'e2e-cap' })
  await makeUser(panel, 'second@e2e-cap.test', { account: 'e2e-cap', role: 'finance' })
}

async function spend(page: Page, krs: string): Promise<void> {
  for (let unit = 0; unit < INCLUDED + OVER; unit += 1)
    expect((await page.request.get(`/api/v1/record?krs=${krs}`)).status()).toBe(200)
}

async function meterOf(page: Page): Promise<Meter> {
  const answer = await page.request.get('/api/v1/usage/api')
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Meter
}
const savedMessage = (page: Page, words: RegExp) => page.getByRole('status').getByText(words)
async function setCap(page: Page, panel: Panel, spend_cap_pln: number | null): Promise<void> {
  const answer = await page.request.put('/api/v1/usage/api/spend-cap', {
    data: { spend_cap_pln },
    headers: { origin: panel.url },
  })
  expect(answer.status()).toBe(200)
}

const save = (page: Page) => page.getByRole('button', { name: 'Zapisz limit' })
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check()
const amount = (page: Page) => page.getByRole('textbox', { name: 'Kwota' })

test.describe.configure({ mode: 'serial' })

test.describe('the spend cap', () => {
  test.beforeAll(async ({ panel, browser }) => {
    await openAccount(panel)
    const context = await browser.newContext({ baseURL: panel.url })
    const page = await context.newPage()
    const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
    const as = (email: string, token: string) => ({ csrfToken: token, email, password: PASSWORD, json: 'true' })
    await page.request.post('/api/auth/callback/credentials', { form: as('owner@demo.test', csrfToken) })
    const monitors = await page.request.get('/api/v1/monitors?identifier_type=krs&limit=1000')
    const { items } = (await monitors.json()) as { items: { identifier_value: string; subject_name: string | null }[] }
    // Other journeys watch numbers that no company of the sample has.
    const company = items.find(({ subject_name }) => subject_name !== null)
    const fresh = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
    await page.request.post('/api/auth/callback/credentials', { form: as(owner, fresh.csrfToken) })
    await spend(page, company?.identifier_value ?? '')
    expect((await meterOf(page)).overage_grosz).toBe(OVER * 8)
    await context.close()
  })
  test.beforeEach(async ({ signIn }) => signIn(owner))

  test('is set by keyboard and undone, keeps the focus, and rejects groszy', async ({
    page,
    expectAccessible,
    panel,
  }) => {
    await test.step('is set to a custom amount by keyboard, and can be undone', async () => {
      await page.goto('/spend-cap')
      await expectAccessible(page, 'spend-cap')
      await expect(page.getByText('domyślny', { exact: true })).toBeVisible()
      await expect(page.getByText('15 × 0,08 zł = 1,20 zł')).toBeVisible()
      await page.getByRole('radio', { name: /^Domyślny limit/ }).focus()
      await page.keyboard.press('ArrowUp')
      await amount(page).fill('300')
      await expect(page.getByText(/≈\s3\s750 jednostek po 8 gr/)).toBeVisible()
      await amount(page).press('Enter')
      await expect(savedMessage(page, /^Limit wydatków: 300\szł$/)).toBeVisible()
      expect((await meterOf(page)).spend_cap_pln).toBe(300)
      await expect(page.getByText('własny limit', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Cofnij', exact: true }).click()
      await expect.poll(async () => (await meterOf(page)).spend_cap_pln).toBeNull()
    })
    await test.step('keeps the focus on the disabled save button after saving', async () => {
      await page.goto('/spend-cap')
      await choose(page, /^Własny limit/)
      await amount(page).fill('320')
      await save(page).press('Enter')
      await expect(savedMessage(page, /^Limit wydatków: 320\szł$/)).toBeVisible()
      await expect(save(page)).toHaveAttribute('aria-disabled', 'true')
      await expect(save(page)).toBeFocused()
      await setCap(page, panel, null)
    })
    await test.step('rejects groszy and other invalid amounts inline, and sends nothing', async () => {
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await page.goto('/spend-cap')
      await choose(page, /^Własny limit/)
      for (const [text, words] of [
        ['12,50', 'Tylko pełne złote, bez groszy'],
        ['1001', 'Najwyżej 1\u00a0000 zł.'],
        ['sto', 'Wpisz liczbę złotych cyframi.'],
      ] as const) {
        await amount(page).fill(text)
        await expect(page.getByText(words)).toBeVisible()
        await expect(amount(page)).toHaveAttribute('aria-invalid', 'true')
        await save(page).click()
        await expect(amount(page)).toBeFocused()
      }
      await amount(page).fill('0')
      await save(page).click()
      await expect(page.getByText('Zero to wybór „Bez płatnej nadwyżki”.')).toBeVisible()
      expect(sent).toEqual([])
    })
  })

  test('requires a confirmation before blocking, and before the default allows more', async ({
    page,
    expectAccessible,
    expectedErrors,
  }) => {
    await test.step('requires a confirmation before blocking, is cancelled by Esc, and blocks when confirmed', async () => {
      expectedErrors.push(/402/)
      await page.goto('/spend-cap')
      await choose(page, /^Bez płatnej nadwyżki/)
      await save(page).click()
      const dialog = page.getByRole('alertdialog', { name: 'Zablokować płatne zapytania od razu?' })
      await expect(dialog).toContainText(/1,20\szł/)
      await expect(dialog).toContainText('(czas warszawski)')
      await expect(dialog).toContainText('402')
      await expect(dialog).toContainText('Monitory, zdarzenia, filtry, raporty')
      await expectAccessible(page, 'spend-cap/block')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      expect((await meterOf(page)).spend_cap_pln).toBeNull()
      await expect(page.getByRole('radio', { name: /^Bez płatnej nadwyżki/ })).toBeChecked()
      await save(page).click()
      await dialog.getByRole('button', { name: /^Ustaw 0\szł i zablokuj$/ }).click()
      await expect(dialog).toBeHidden()
      expect((await meterOf(page)).spend_cap_pln).toBe(0)
      await expect(
        page.getByText(/a płatna nadwyżka jest wyłączona: płatne zapytania są wstrzymane \(błąd API 402\) do /),
      ).toBeVisible()
      const refused = await page.request.get('/api/v1/record?krs=0000000001')
      expect([402, 404]).toContain(refused.status())
    })
    await test.step('requires a confirmation before the default raises the possible spending', async () => {
      await page.goto('/spend-cap')
      await choose(page, /^Domyślny limit/)
      await expect(page.getByText(/^Podnosi możliwy wydatek w tym okresie z 0\szł do 1\s000\szł\.$/)).toBeVisible()
      await save(page).click()
      const question = page.getByRole('alertdialog', { name: 'Pozwolić na wyższe opłaty?' })
      await expect(question).toContainText(/z 0\szł do domyślnego, 1\s000\szł\snetto/)
      const confirm = question.getByRole('button', { name: 'Ustaw domyślny limit' })
      const [request] = await Promise.all([page.waitForRequest((each) => each.method() === 'POST'), confirm.click()])
      expect(request.postDataJSON()).toEqual({ spend_cap_pln: null, expected_pln: 0 })
      await expect(savedMessage(page, /^Limit wydatków: domyślny/)).toBeVisible()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      expect((await meterOf(page)).spend_cap_pln).toBeNull()
    })
  })

  test('shows changes of another client and of another tab', async ({ page, panel }) => {
    await test.step('keeps the draft and shows a concurrent change before overwriting it', async () => {
      await page.goto('/spend-cap')
      await choose(page, /^Własny limit/)
      await amount(page).fill('400')
      await setCap(page, panel, 700)
      await save(page).click()
      await expect(page.getByText(/^W innej karcie .* limit na 700\szł \(było 1\s000\szł\)/)).toBeVisible()
      await expect(amount(page)).toHaveValue('400')
      expect((await meterOf(page)).spend_cap_pln).toBe(700)
      await save(page).click()
      await expect(savedMessage(page, /^Limit wydatków: 400\szł$/)).toBeVisible()
      expect((await meterOf(page)).spend_cap_pln).toBe(400)
    })
    await test.step('shows a change of another tab immediately, and keeps the draft', async () => {
      await page.goto('/spend-cap')
      await choose(page, /^Własny limit/)
      await amount(page).fill('410')
      const other = await page.context().newPage()
      await other.goto('/spend-cap')
      const history = (tab: Page) => tab.getByRole('table', { name: 'Historia zmian limitu' })
      await expect(history(other)).toContainText('Limit zastany przy pierwszym odczycie')
      for (const cap of ['650', '400']) {
        await amount(other).fill(cap)
        await save(other).click()
        await expect(savedMessage(other, new RegExp(`^Limit wydatków: ${cap}`))).toBeVisible()
        if (cap === '400') break
        await expect(page.getByText(/^W innej karcie .* limit na 650\szł \(było 400\szł\)/)).toBeVisible()
        await expect(history(page).getByRole('row').nth(1)).toContainText(/400\szł → 650\szł/)
        await expect(amount(page)).toHaveValue('410')
      }
      await other.close()
    })
  })

  test('shows a 422 at the field, and any other refusal with its request id', async ({ page, expectedErrors }) => {
    expectedErrors.push(/422|500/)
    await page.goto('/spend-cap')
    await choose(page, /^Własny limit/)
    await amount(page).fill('450')
    const detail = [{ loc: ['body', 'spend_cap_pln'], msg: 'Not on a Sunday', type: 'value_error', input: 450 }]
    await page.route('**/api/panel/spend-cap', (route) => route.fulfill({ status: 422, json: { detail } }))
    await save(page).click()
    await expect(page.getByText('Usługa odrzuciła tę wartość: Not on a Sunday')).toBeVisible()
    await expect(amount(page)).toHaveAttribute('aria-invalid', 'true')
    await page.unroute('**/api/panel/spend-cap')
    await page.route('**/api/panel/spend-cap', (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'req-cap-5' }, json: {} }),
    )
    await save(page).click()
    await expect(page.getByText(/^Odpowiedź usługi zaginęła\. Teraz obowiązuje limit 400\szł\.$/)).toBeVisible()
    await expect(page.getByText('req-cap-5')).toBeVisible()
    await expect(amount(page)).toHaveValue('450')
    expect((await meterOf(page)).spend_cap_pln).toBe(400)
  })

  test('keeps the typed amount when the session has expired', async ({ page, context, expectedErrors }) => {
    expectedErrors.push(/401/)
    await page.goto('/spend-cap')
    await choose(page, /^Własny limit/)
    await amount(page).fill('321')
    await context.clearCookies()
    await save(page).click()
    await expect(page.getByText(/^Sesja wygasła/).first()).toBeVisible()
    await expect(amount(page)).toHaveValue('321')
  })

  test('is read-only for finance, with the reason, and the service rejects a write with 403', async ({
    page,
    panel,
    signIn,
  }) => {
    await signIn('second@e2e-cap.test')
    await page.goto('/spend-cap')
    await expect(page.getByText('Limit wydatków zmienia tylko właściciel konta. Twoja rola: Finanse.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Bez płatnej nadwyżki/ })).toBeDisabled()
    await save(page).focus()
    await expect(page.getByRole('tooltip').filter({ hasText: 'Finanse' })).toBeVisible()
    const answer = await page.request.put('/api/v1/usage/api/spend-cap', {
      data: { spend_cap_pln: 1 },
      headers: { origin: panel.url },
    })
    expect(answer.status()).toBe(403)
  })
})
