import { readFileSync } from 'node:fs'

import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'

import { readMail } from '@/lib/testing/delivery/smtp'

import { expect, signInAs } from '../support/fixtures'
import { waitForHydrationIn } from '../support/hydration'
import { mailingTest } from '../support/mailing'
import { backdateAlert, createAlert, publishNotices, tenderRule, waitForMatches } from '../support/notices'
import type { Panel } from '../support/panel'

const test = mailingTest('desk')
test.describe.configure({ mode: 'serial' })

/** Longer than the interval of the panel's job. */
const ARRIVAL = { timeout: 50_000 }
/** The page polls every 30 seconds, the navigation every minute. */
const PAST_NEXT_POLL = '01:05'
const DAY_MS = 86_400_000
const TENDER = 'ocds-e2e-desk'
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const rowOf = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Znalezione postępowania' }).getByRole('listitem').filter({ hasText: text })
const starOf = (page: Page, text: string) => rowOf(page, text).getByRole('button', { name: /^Gwiazdka/ })

interface Session {
  readonly context: BrowserContext
  readonly page: Page
}

/** A colleague in a separate browser context whose clock the test controls. */
async function colleagueOf(browser: Browser, panel: Panel): Promise<Session> {
  const context = await browser.newContext({ baseURL: panel.url, locale: 'pl-PL' })
  waitForHydrationIn(context)
  await signInAs(context, panel, 'compliance@demo.test')
  const page = await context.newPage()
  await page.clock.install()
  return { context, page }
}

async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let press = 0; press < 80 && !(await isFocused()); press += 1) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

test('a filter becomes an alert, and new notices arrive at the desk and by mail', async ({
  page,
  panel,
  smtp,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(120_000)
  await signIn('owner')
  await page.clock.install()
  await page.goto('/bzp?q=zzwiadukt')
  await page.getByRole('button', { name: 'Zapisz jako alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zapisz jako alert' })
  await dialog.getByLabel('Nazwa').fill('Wiadukty')
  await dialog.getByRole('radio', { name: /^Zespół/ }).check()
  await dialog.getByRole('radio', { name: /^Od razu/ }).check()
  await dialog.getByRole('checkbox', { name: /compliance@demo\.test/ }).check()
  await dialog.getByRole('button', { name: 'Zapisz alert' }).click()
  await expect(page.getByText(/Zapisano alert „Wiadukty”/)).toBeVisible()
  // A second alert with the same match: the list shows a procedure once.
  await createAlert(page.request, { name: 'Roboty', filter: { keywords: ['zzwiadukt'], order_type: ['Works'] } })

  await page.goto('/bzp/matches')
  await expect(page.getByText('Nic jeszcze nie znaleziono')).toBeVisible()
  await publishNotices(panel, {
    tender_id: TENDER,
    title: 'Remont zzwiadukt nad rzeką',
    offers_until: inDays(3),
    estimated_value_pln: 1_250_000,
  })
  await waitForMatches(page.request, 'zzwiadukt', { total: 1 })
  await page.clock.fastForward(PAST_NEXT_POLL)
  await page.getByRole('button', { name: '1 nowe' }).click()
  const row = rowOf(page, 'zzwiadukt')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('„Wiadukty”')
  await expect(row).toContainText('„Roboty”')
  await expect(row).toContainText('nowe')
  await expect(
    page.getByRole('navigation', { name: 'Przetargi BZP' }).getByRole('link', { name: /Znalezione/ }),
  ).toContainText('1')
  await expectAccessible(page, 'tender-matches/found')
  await expect.poll(() => smtp.mails.length, ARRIVAL).toBeGreaterThan(0)
  const { headers, text } = readMail(smtp.mails[0] ?? { to: [], raw: '' })
  expect(headers).toContain('Subject: BZP: Remont zzwiadukt nad rzeką (Gmina Próbna)')
  expect(text).toContain('1 nowe postępowanie w BZP')
  expect(headers).not.toContain('Wiadukty')
  expect(text).toContain('Tę wiadomość wysłała reguła „Wiadukty”.')
  expect(text).toContain('Remont zzwiadukt nad rzeką')
  expect(text).toContain('Pasuje: „zzwiadukt”')
  await expect.poll(() => smtp.mails.flatMap(({ to }) => to), ARRIVAL).toContain('compliance@demo.test')
})

test('a procedure is starred, dismissed, restored and assigned to a colleague, and both see the same', async ({
  page,
  browser,
  panel,
  signIn,
  expectAccessible,
}) => {
  test.setTimeout(120_000)
  const { page: colleague, context } = await colleagueOf(browser, panel)
  await colleague.goto('/bzp/matches?state=mine')
  await expect(colleague.getByText('Nic tu nie ma')).toBeVisible()
  const third = await context.newPage()
  await third.clock.install()
  await third.goto('/bzp/matches')
  await expect(starOf(third, 'zzwiadukt')).toHaveAttribute('aria-pressed', 'false')

  await signIn('owner')
  await page.clock.install()
  await page.goto('/bzp/matches')
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  await expect(starOf(page, 'zzwiadukt')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByRole('button', { name: 'Za małe' }).click()
  await expect(rowOf(page, 'zzwiadukt')).toHaveCount(0)
  await third.clock.fastForward(PAST_NEXT_POLL)
  await expect(rowOf(third, 'zzwiadukt')).toContainText('już nie na tej liście')
  await page.getByRole('button', { name: 'Cofnij' }).click()
  await expect(rowOf(page, 'zzwiadukt')).toHaveCount(1)
  await third.clock.fastForward(PAST_NEXT_POLL)
  await expect(starOf(third, 'zzwiadukt')).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(third, 'zzwiadukt')).not.toContainText('już nie na tej liście')

  await publishNotices(panel, { tender_id: TENDER, title: 'Remont zzwiadukt nad rzeką', offers_until: inDays(9) })
  await waitForMatches(page.request, 'zzwiadukt', { total: 1, earlier: 1 })
  await page.clock.fastForward(PAST_NEXT_POLL)
  await page.getByRole('button', { name: '1 nowe' }).click()
  await expect(rowOf(page, 'zzwiadukt')).toContainText('1 wcześniejsze ogłoszenie')
  await third.clock.fastForward(PAST_NEXT_POLL)
  await third.getByRole('button', { name: '1 nowe' }).click()
  await rowOf(third, 'zzwiadukt').locator('[data-open] button').first().click()
  const theirNote = third.getByRole('dialog').getByLabel('Notatka')
  await expect(theirNote).toHaveValue('')
  await rowOf(page, 'zzwiadukt').locator('[data-open] button').first().click()
  const dialog = page.getByRole('dialog')
  const changed = dialog.getByRole('region', { name: 'Co się zmieniło' })
  await expect(changed).toContainText('Termin ofert')
  await expect(dialog.getByText('Usługa nie podała adresu tego ogłoszenia.')).toBeVisible()
  await expect(changed).toContainText('Wartość szacunkowa')
  await dialog.getByLabel('Notatka').fill('Pytać o wadium')
  // The button is disabled while it saves too, so only the answer tells that the colleague's next poll has the note.
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/panel/bzp-matches/update'))
  await dialog.getByRole('button', { name: 'Zapisz notatkę' }).click()
  expect((await saved).ok()).toBe(true)
  // A colleague with the procedure open gets the note and does not overwrite it with the former one.
  await third.clock.fastForward(PAST_NEXT_POLL)
  await expect(theirNote).toHaveValue('Pytać o wadium')
  await expectAccessible(page, 'tender-match')
  await expect(dialog.getByRole('button', { name: 'Przydziel' })).toBeVisible()
  await page.keyboard.press('Escape')
  await rowOf(page, 'zzwiadukt').locator('[data-open] button').first().focus()
  await page.keyboard.press('a')
  await page.getByRole('menuitemradio', { name: /compliance@demo\.test/ }).click()
  await expect(rowOf(page, 'zzwiadukt')).toContainText('Zajmuje się:')
  await expect(rowOf(page, 'zzwiadukt')).toContainText('Notatka: Pytać o wadium')

  // It was found long before it was assigned to the colleague.
  await colleague.clock.fastForward(PAST_NEXT_POLL)
  await colleague.getByRole('button', { name: '1 nowe' }).click()
  await expect(rowOf(colleague, 'zzwiadukt')).toContainText('Notatka: Pytać o wadium')
  await context.close()
})

test('a filter, its alert and the desk work without a mouse', async ({ page, panel, signIn }) => {
  test.setTimeout(120_000)
  await signIn('owner')
  await page.goto('/bzp')
  const { keyboard } = page
  await tabTo(
    page,
    page.getByRole('combobox', { name: 'Słowa kluczowe' }).or(page.getByLabel('Słowa kluczowe')).first(),
  )
  await keyboard.type('zzkładka')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/q=zzk%C5%82adka/)
  await tabTo(page, page.getByRole('button', { name: 'Zapisz jako alert' }))
  await keyboard.press('Enter')
  const saving = page.getByRole('dialog', { name: 'Zapisz jako alert' })
  await expect(saving.getByLabel('Nazwa')).toBeFocused()
  await keyboard.press('Control+A')
  await keyboard.type('Kładki')
  await tabTo(page, saving.getByRole('radio', { name: /^Tylko ja/ }))
  await keyboard.press('ArrowDown')
  await expect(saving.getByRole('radio', { name: /^Zespół/ })).toBeChecked()
  await tabTo(page, saving.getByRole('button', { name: 'Zapisz alert' }))
  await keyboard.press('Enter')
  await expect(page.getByText(/Zapisano alert „Kładki”/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zapisz jako alert' })).toBeFocused()
  await publishNotices(
    panel,
    { title: 'Budowa zzkładka pierwsza' },
    { title: 'Budowa zzkładka druga' },
    { title: 'Budowa zzkładka trzecia' },
  )
  await waitForMatches(page.request, 'zzkładka', { total: 3 })
  const toMatches = page.getByRole('navigation', { name: 'Przetargi BZP' }).getByRole('link', { name: /Znalezione/ })
  await tabTo(page, toMatches, 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/bzp\/matches/)
  await expect(rowOf(page, 'zzkładka')).toHaveCount(3)
  const title = (text: string) => rowOf(page, text).locator('[data-open] button').first()

  await keyboard.press('j')
  await expect(title('trzecia')).toBeFocused()
  await keyboard.press('j')
  await keyboard.press('s')
  await expect(starOf(page, 'druga')).toHaveAttribute('aria-pressed', 'true')
  await keyboard.press('e')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Nie nasza branża' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(rowOf(page, 'druga')).toHaveCount(0)
  // The focus is on the row that took its place.
  await expect(title('pierwsza')).toBeFocused()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('button', { name: 'Przydziel' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.type('owner')
  await keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Zajmuje się: owner@demo.test' })).toBeVisible()
  await tabTo(page, dialog.getByLabel('Notatka'))
  await keyboard.type('Zadzwonić')
  await tabTo(page, dialog.getByRole('button', { name: 'Zapisz notatkę' }))
  await keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Zapisz notatkę' })).toHaveAttribute('aria-disabled', 'true')
  await keyboard.press('Escape')
  await expect(title('pierwsza')).toBeFocused()
  await expect(rowOf(page, 'pierwsza')).toContainText('Notatka: Zadzwonić')
  await expect(rowOf(page, 'pierwsza')).toContainText('Zajmuje się: owner@demo.test')
})

test('deadlines and lists can be downloaded, and the desk fits a phone', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  await page.goto('/bzp/matches')
  const saved = async (press: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return readFileSync(await download.path(), 'utf8')
  }
  const calendar = await saved(() => page.getByRole('link', { name: 'Terminy do kalendarza' }).click())
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(calendar).toContain('zzwiadukt')
  expect(await saved(() => page.getByRole('button', { name: /^Pobierz CSV/ }).click())).toContain('Pytać o wadium')
  expect(await saved(() => page.getByRole('button', { name: /^Pobierz XLSX/ }).click())).toMatch(/^PK/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rowOf(page, 'zzwiadukt')).toBeVisible()
  await expectAccessible(page, 'tender-matches/phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a digest is sent when it is due, with the results since the last one', async ({ page, panel, smtp, signIn }) => {
  test.setTimeout(120_000)
  await signIn('compliance')
  const { id } = await createAlert(page.request, {
    name: 'Przepusty dobowe',
    filter: { keywords: ['zzprzepust'] },
    is_team: false,
    timing: 'daily',
    recipients: ['compliance@demo.test'],
  })
  await publishNotices(
    panel,
    { title: 'Naprawa zzprzepust w Dębie', offers_until: inDays(5) },
    { title: 'Budowa zzprzepust w Bukowie' },
  )
  await waitForMatches(page.request, 'zzprzepust', { total: 2 })
  const digests = () =>
    smtp.mails
      .filter(({ to }) => to.includes('compliance@demo.test'))
      .map(readMail)
      .filter(({ headers }) => headers.includes('(wiadomość zbiorcza)'))
  expect(digests()).toEqual([])
  await backdateAlert(panel, id, 2)
  await expect.poll(() => digests().length, ARRIVAL).toBe(1)
  const [{ headers, text } = { headers: '', text: '' }] = digests()
  expect(headers).toContain('i jeszcze 1 (wiadomość zbiorcza)')
  expect(text).toContain('2 nowe postępowania w BZP')
  expect(text).toContain('Tę wiadomość wysłała reguła „Przepusty dobowe”.')
  expect(text).toContain('Naprawa zzprzepust w Dębie')
  await page.goto('/bzp/alerts')
  await page.getByRole('button', { name: 'Działania: Przepusty dobowe' }).click()
  await page.getByRole('menuitem', { name: 'Co wysłano' }).click()
  const sends = page.getByRole('dialog', { name: 'Co wysłano: Przepusty dobowe' })
  await expect(sends.getByRole('row', { name: /zbiorcza/ })).toContainText('wysłano')

  await page.goto(/https?:\S+\/unsubscribe\?token=[\w.-]+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Nie wysyłaj więcej' }).click()
  await expect(page.getByText('Na ten adres nie wyślemy już wiadomości tego alertu.')).toBeVisible()
  await page.goto('/bzp/alerts')
  await expect(page.getByRole('row', { name: /Przepusty dobowe/ })).toContainText('Bez e-maili')
})

test('a viewer can read the desk but not change results of the team', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/403/)
  await signIn('viewer')
  await page.goto('/bzp/matches')
  await expect(starOf(page, 'zzwiadukt')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  const notification = page
    .getByRole('region', { name: 'Powiadomienia' })
    .getByText(/^Wynikami alertu zespołu może zajmować się/)
  await expect(notification).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(notification).toHaveCount(1)
  await rowOf(page, 'zzwiadukt').locator('[data-open] button').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Pytać o wadium')).toBeVisible()
  await expect(dialog.getByLabel('Notatka')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Zajmuje się/ })).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/bzp/alerts')
  await expect(page.getByRole('table', { name: 'Alerty BZP' }).getByRole('row', { name: /Wiadukty/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Przepusty dobowe/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Działania: Wiadukty' }).click()
  const reason = 'Alert zespołu może zmienić rola „Właściciel” albo „Compliance”.'
  await expect(page.getByText(reason)).toHaveCount(1)
  for (const name of ['Zmień', 'na godzinę', 'Wyślij wiadomość próbną', 'Usuń']) {
    const item = page.getByRole('menuitem', { name, exact: true })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await expect(item).toHaveAccessibleDescription(reason)
  }
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.getByRole('button', { name: 'Działania: Wiadukty' }).click()
  const last = page.getByRole('menuitem', { name: 'Usuń', exact: true })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  const ownAlert = await createAlert(page.request, {
    name: 'Mój własny',
    filter: { keywords: ['zzwłasny'] },
    is_team: false,
  })
  const origin = { headers: { origin: panel.url } }
  const shared = tenderRule({ name: 'Nie mój', filter: {} })
  expect((await page.request.post('/api/panel/rules', { data: shared, ...origin })).status()).toBe(403)
  expect((await page.request.delete(`/api/panel/rules/${ownAlert.id}`, origin)).status()).toBe(200)
})

test('dismissing a whole page of results loads the next page automatically', async ({ page, panel, signIn }) => {
  test.setTimeout(120_000)
  await signIn('compliance')
  const { id } = await createAlert(page.request, {
    name: 'Poręcze',
    filter: { keywords: ['zzporęcz'] },
    is_team: false,
  })
  const PAGE = 50
  await publishNotices(panel, ...Array.from({ length: PAGE + 2 }, (_, at) => ({ title: `Wymiana zzporęcz ${at}` })))
  await waitForMatches(page.request, 'zzporęcz', { total: PAGE + 2 })
  await page.goto(`/bzp/matches?alert=${id}`)
  await expect(rowOf(page, 'zzporęcz')).toHaveCount(PAGE)
  await page.getByRole('checkbox', { name: 'Zaznacz wszystkie na stronie' }).check()
  await page.getByRole('button', { name: 'Odrzuć', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Nie nasza branża' }).click()
  await expect(rowOf(page, 'zzporęcz')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Pokaż więcej' })).toHaveCount(0)
})
