import type { Locator, Page } from '@playwright/test'

import { type Case, cases, json } from './support/fault-cases'
import { givePurpose } from './support/purpose'
import { expect, remoteTest } from './support/remote-fixtures'

const isWrite = ({ method, path }: { method: string; path: string }) => method !== 'GET' && !path.includes('preview')
const writeCases: Readonly<Record<string, Case>> = {
  ...cases,
  '402': {
    fault: { status: 402, body: json({ code: 'payment_required', message: 'x', pool: 'subscription' }) },
    words: /Subskrypcja konta jest nieaktywna/,
  },
}

/** Waits for the panel's answer, because two cases have the same text, and the previous one is still displayed. */
const press = (page: Page, button: Locator) =>
  Promise.all([
    page.waitForResponse((answer) => isWrite({ method: answer.request().method(), path: answer.url() })),
    button.click(),
  ])

remoteTest.describe('a failed write', () => {
  remoteTest.beforeEach(async ({ signIn, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/)
    await signIn('owner')
  })
  remoteTest.afterEach(({ faulty }) => faulty.heal())

  remoteTest('leaves the entered spend cap in its field', async ({ page, panel, faulty }) => {
    const cap = { data: { spend_cap_pln: 700 }, headers: { origin: panel.url } }
    await page.request.put('/api/v1/usage/api/spend-cap', cap)
    await page.goto('/spend-cap')
    await page.getByRole('radio', { name: /^Własny/ }).check()
    const amount = page.getByLabel(/^Kwota/)
    await amount.fill('901')
    const save = page.getByRole('button', { name: 'Zapisz limit' })
    for (const [name, { fault, words }] of Object.entries(writeCases)) {
      faulty.fail((call) => (isWrite(call) ? fault : undefined))
      await press(page, save)
      // After a lost answer the cap in force is read and shown.
      const message = ['401', '402', '422'].includes(name)
        ? words
        : /Odpowiedź usługi zaginęła\. Teraz obowiązuje limit 700/
      await expect(page.getByRole('alert').filter({ hasText: message }), name).toBeVisible()
      await expect(amount, name).toHaveValue('901')
    }
    faulty.fail((call) => (isWrite(call) ? 'hang' : undefined))
    await save.click()
    await expect(save).toHaveAttribute('aria-busy', 'true')
    faulty.heal()
    await expect(save).toHaveAccessibleDescription('Ten limit już obowiązuje.')
    const meter = (await (await page.request.get('/api/v1/usage/api')).json()) as { spend_cap_pln: number }
    expect(meter.spend_cap_pln).toBe(901)
  })

  remoteTest('leaves the draft of a filter unchanged', async ({ page, faulty }) => {
    await page.goto('/filters')
    await page.getByRole('button', { name: 'Nowy filtr' }).first().click()
    const name = page.getByLabel('Nazwa filtru')
    await name.fill('Mimo wszystko')
    const list = page.getByPlaceholder('526-10-40-828')
    await list.fill('5261040828')
    await list.press('Enter')
    const create = page.getByRole('button', { name: 'Utwórz filtr' })
    for (const [caseName, { fault, words }] of Object.entries(writeCases)) {
      faulty.fail((call) => (isWrite(call) ? fault : undefined))
      await press(page, create)
      const message = caseName === '422' ? /Usługa nie przyjęła części wartości/ : words
      await expect(page.getByRole('main').getByText(message).first(), caseName).toBeVisible()
      await expect(name, caseName).toHaveValue('Mimo wszystko')
    }
    faulty.heal()
    await create.click()
    await expect(page.getByText('Utworzono filtr „Mimo wszystko”').first()).toBeVisible()
    const { items } = (await (await page.request.get('/api/v1/filters')).json()) as { items: { name: string }[] }
    expect(items.filter((item) => item.name === 'Mimo wszystko')).toHaveLength(1)
  })

  remoteTest('leaves the entered subjects in their field, and can be retried', async ({ page, faulty }) => {
    await page.goto('/monitors')
    await page.getByRole('link', { name: 'Dodaj podmioty' }).click()
    const field = page.getByLabel('Nazwa firmy albo numery, po jednym w wierszu')
    await field.fill('KRS 0000555551\nKRS 0000555552')
    // A refused run can be resumed, and nothing can be pressed while it runs.
    const resumeButton = page.getByRole('button', { name: 'Wznów' })
    let send = page.getByRole('button', { name: 'Dodaj 2 podmioty' })
    for (const [caseName, { fault, words }] of Object.entries(writeCases)) {
      faulty.fail((call) => (isWrite(call) ? fault : undefined))
      await press(page, send)
      await expect(resumeButton, caseName).toBeVisible()
      await expect(page.getByRole('alert').getByText(words).first(), caseName).toBeVisible()
      await expect(field, caseName).toHaveValue('KRS 0000555551\nKRS 0000555552')
      send = resumeButton
    }
    // After a 429 it retries automatically at the given time.
    faulty.fail((call) =>
      isWrite(call)
        ? { status: 429, body: json({ code: 'rate_limited' }), headers: { 'retry-after': '2' } }
        : undefined,
    )
    await send.click()
    await expect(page.getByRole('progressbar')).toBeVisible()
    faulty.heal()
    await expect(page.getByRole('region', { name: 'Wynik importu' })).toBeVisible()
    const list = await page.request.get('/api/v1/monitors?q=000055555&limit=5')
    expect(((await list.json()) as { total: number }).total).toBe(2)
  })

  remoteTest(
    'is explained for a report download, which succeeds after the service recovers',
    async ({ page, panel, faulty }) => {
      await givePurpose(page, panel)
      await page.goto('/reports')
      const button = page.getByRole('button', { name: 'Pobierz: KRZ, CSV' }).first()
      for (const [caseName, { fault, words }] of Object.entries(writeCases)) {
        if (caseName === 'HTML' || caseName === 'a wrong shape') continue
        faulty.fail(({ path }) => (path.includes('/download/') ? fault : undefined))
        await button.click()
        await expect(page.getByRole('row').getByRole('alert').filter({ hasText: words }), caseName).toBeVisible()
      }
      faulty.heal()
      const download = page.waitForEvent('download')
      await button.click()
      expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    },
  )
})
