import { readFileSync } from 'node:fs'

import type { Browser, Page } from '@playwright/test'

import { makeAccount, makeUser } from '../support/accounts'
import { expect, signInAs, test } from '../support/fixtures'
import { waitForHydrationIn } from '../support/hydration'
import { waitForIdleNetwork } from '../support/idle-network'
import { createAlert, tenderRule } from '../support/notices'
import type { Panel } from '../support/panel'

const table = (page: Page) => page.getByRole('table', { name: 'Alerty BZP' })

test('a filter is saved as an alert from the search, listed, exported, deleted and imported again', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await page.goto('/bzp?q=wiadukt%20e2e&province=lubelskie')
  await page.getByRole('button', { name: 'Zapisz jako alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zapisz jako alert' })
  await expect(dialog.getByLabel('Nazwa')).toHaveValue('Wiadukt e2e – Lubelskie')
  await dialog.getByLabel('Nazwa').fill('')
  await dialog.getByRole('button', { name: 'Zapisz alert' }).click()
  await expect(dialog.getByText('Nadaj alertowi nazwę.')).toBeVisible()
  await dialog.getByLabel('Nazwa').fill('Wiadukty e2e')
  await expectAccessible(page, 'tender-alert')
  await dialog.getByRole('button', { name: 'Zapisz alert' }).click()
  await expect(page.getByText(/Zapisano alert „Wiadukty e2e”/).first()).toBeVisible()

  await page.getByRole('navigation', { name: 'Przetargi BZP' }).getByRole('link', { name: 'Alerty' }).click()
  const row = table(page).getByRole('row', { name: /Wiadukty e2e/ })
  await expect(row).toContainText('lubelskie')
  await expect(row).toContainText('Bez e-maili')
  await expectAccessible(page, 'tender-alerts')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Eksportuj', exact: true }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toContain('wiadukt e2e')

  await row.getByRole('button', { name: 'Działania: Wiadukty e2e' }).click()
  await page.getByRole('menuitem', { name: 'Usuń' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń alert' }).click()
  await expect(row).toHaveCount(0)

  await page
    .getByRole('button', { name: /^Importuj/ })
    .first()
    .click()
  const importing = page.getByRole('dialog', { name: 'Importuj alerty' })
  await importing.getByLabel('Treść JSON').fill('[{')
  await importing.getByRole('button', { name: 'Sprawdź' }).click()
  await expect(importing.getByText(/To nie jest poprawny JSON/)).toBeVisible()
  await importing.getByLabel('Wybierz plik').setInputFiles(file)
  await expect(importing.getByLabel('Treść JSON')).toHaveValue(/wiadukt e2e/)
  await importing.getByRole('button', { name: 'Sprawdź' }).click()
  await importing.getByRole('button', { name: 'Zapisz 1 alert' }).click()
  await expect(importing.getByText('Zapisano 1 alert.')).toBeVisible()
  await importing.getByRole('button', { name: 'Gotowe' }).click()
  await expect(row).toBeVisible()
})

test('the page of found procedures opens and is accessible', async ({ page, signIn, expectAccessible }) => {
  await signIn('owner')
  await page.goto('/bzp/matches')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Znalezione postępowania')
  await expectAccessible(page, 'tender-matches')
})

const rowOf = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(name) })

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `Działania: ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function secondEditor(browser: Browser, panel: Panel): Promise<Page> {
  const context = await browser.newContext({ baseURL: panel.url, locale: 'pl-PL' })
  waitForHydrationIn(context)
  await signInAs(context, panel, 'compliance@demo.test')
  return context.newPage()
}

test('a conflict of two editors shows both versions of an alert, and either can be kept', async ({
  page,
  browser,
  panel,
  signIn,
  expectedErrors,
  expectAccessible,
}) => {
  test.setTimeout(90_000)
  expectedErrors.push(/409/)
  await signIn('owner')
  await createAlert(page.request, { name: 'e2e sporny', filter: { keywords: ['zzsporny'] } })
  const other = await secondEditor(browser, panel)
  const open = async (editorPage: Page, name: string) => {
    await chooseAction(editorPage, name, 'Zmień')
    return editorPage.getByRole('dialog', { name: 'Zmień alert' })
  }
  const collide = async (was: string, theirName: string, myName: string) => {
    await page.goto('/bzp/alerts')
    await other.goto('/bzp/alerts')
    const [form, otherForm] = [await open(page, was), await open(other, was)]
    await otherForm.getByLabel('Nazwa').fill(theirName)
    await otherForm.getByRole('radio', { name: /^Raz w tygodniu/ }).check()
    await otherForm.getByRole('button', { name: 'Zapisz zmiany' }).click()
    await expect(other.getByText(`Zapisano zmiany alertu „${theirName}”`).first()).toBeVisible()
    await form.getByLabel('Nazwa').fill(myName)
    await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
    await expect(form.getByText(/^Ktoś zmienił ten alert/)).toBeVisible()
    await expect(form).toContainText(`Nazwa: Twoje „${myName}”, zapisane „${theirName}”`)
    return form
  }

  const first = await collide('e2e sporny', 'e2e ich', 'e2e mój')
  await expect(first).toContainText('Powiadomienia: Twoje Bez e-maili, zapisane Co tydzień')
  await expectAccessible(page, 'tender-alert/conflict')
  await first.getByRole('button', { name: 'Zapisz moją wersję' }).click()
  await expect(page.getByText('Zapisano zmiany alertu „e2e mój”').first()).toBeVisible()
  await expect(rowOf(page, 'e2e mój')).toContainText('Bez e-maili')

  const second = await collide('e2e mój', 'e2e ich drugi', 'e2e znów mój')
  await second.getByRole('button', { name: 'Weź zapisaną wersję' }).click()
  await expect(second.getByLabel('Nazwa')).toHaveValue('e2e ich drugi')
  await expect(second.getByRole('radio', { name: /^Raz w tygodniu/ })).toBeChecked()
  await second.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(rowOf(page, 'e2e ich drugi')).toContainText('Co tydzień, 7:00')
  await other.context().close()
})

test('an unreadable conflict, a deleted alert, and the list on a phone', async ({
  page,
  panel,
  signIn,
  expectedErrors,
}) => {
  await test.step('a conflict is shown once the other version can be read, and an error before', async () => {
    expectedErrors.push(/409/, /500/)
    await signIn('owner')
    const alert = { name: 'e2e nieczytelny', filter: { keywords: ['zznieczytelny'] } }
    const { id } = await createAlert(page.request, alert)
    await page.goto('/bzp/alerts')
    await chooseAction(page, alert.name, 'Zmień')
    const form = page.getByRole('dialog', { name: 'Zmień alert' })
    await form.getByLabel('Nazwa').fill('e2e nieczytelny mój')
    const data = tenderRule({ ...alert, digest_hour: 9 })
    const changed = await page.request.put(`/api/panel/rules/${id}`, { data, headers: { origin: panel.url } })
    expect(changed.status()).toBe(200)
    const broken = { status: 500, json: { detail: { code: 'internal_error', message: 'broken' } } }
    await page.route('**/api/panel/bzp-alerts', (route) => route.fulfill(broken))
    await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
    await expect(form.getByText(/^Nie udało się zapisać alertu/)).toBeVisible()
    await page.unroute('**/api/panel/bzp-alerts')
    await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
    await expect(form.getByText(/^Ktoś zmienił ten alert/)).toBeVisible()
    await waitForIdleNetwork(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await test.step('the sent notices of a deleted alert show that it was deleted', async () => {
    expectedErrors.push(/404/)
    await signIn('owner')
    const { id } = await createAlert(page.request, { name: 'e2e usunięty', filter: { keywords: ['zzusunięty'] } })
    await page.goto('/bzp/alerts')
    const headers = { origin: panel.url }
    expect((await page.request.delete(`/api/panel/rules/${id}`, { headers })).status()).toBe(200)
    await chooseAction(page, 'e2e usunięty', 'Co wysłano')
    const sends = page.getByRole('dialog', { name: 'Co wysłano: e2e usunięty' })
    await expect(sends.getByText('Tego alertu już nie ma')).toBeVisible()
  })
  await test.step('on a phone the fields of all alerts are aligned', async () => {
    await signIn('owner')
    const alerts = [
      { name: 'e2e wąski', filter: { keywords: ['zzwąski'] }, is_team: false },
      { name: 'e2e wąski zespołu', filter: { keywords: ['zzwąski', 'zzszeroki'] }, timing: 'weekly' as const },
    ]
    for (const alert of alerts) await createAlert(page.request, alert)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/bzp/alerts')
    const leftOf = (name: string) =>
      table(page)
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .getByRole('cell')
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    const [ownPositions, team] = [await leftOf('e2e wąski'), await leftOf('e2e wąski zespołu')]
    expect(ownPositions).toEqual(team)
    // The first line has checkbox, name and menu; below the name are two lines of two fields.
    const [, name, whose, , found, last] = ownPositions
    expect([whose, found]).toEqual([name, name])
    expect(last).toBe(ownPositions[3])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test('the overlap of alerts and their expected mail match the counts of the service', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  const email = 'porownanie@e2e.test'
  await makeAccount(panel, 'porownanie')
  await makeUser(panel, email, { account: 'porownanie' })
  await signIn(email)
  const provinces = ['lubelskie', 'mazowieckie']
  const filters = [
    { keywords: ['kanalizacj'], provinces },
    { keywords: ['kanalizacj', 'drog'], provinces },
    { provinces: ['lubelskie'] },
  ]
  const names = ['Rury', 'Rury i drogi', 'Lubelskie']
  for (const [index, filter] of filters.entries()) {
    await createAlert(page.request, {
      name: names[index] ?? '',
      filter,
      is_team: false,
      timing: index === 2 ? 'none' : 'at_once',
      recipients: [email],
    })
  }
  await page.goto('/bzp/alerts')
  const compare = async (filterList: readonly object[]) => {
    const headers = { origin: panel.url }
    const answer = await page.request.post('/api/v1/bzp/alerts/compare', { data: { filters: filterList }, headers })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as { days: number; regions: { found_by: number[]; count: number }[] }
  }
  const { regions } = await compare([filters[2] ?? {}, ...filters.slice(0, 2)])
  const countFoundBy = (...indexes: number[]) =>
    regions.find(({ found_by }) => found_by.join(' ') === indexes.join(' '))?.count ?? 0
  await page.getByRole('button', { name: 'Porównaj' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jak alerty się pokrywają' })
  const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
  const line = (name: string, count: number) =>
    expect(dialog.getByRole('row', { name: `${name} ${grouped(count)}`, exact: true })).toBeVisible()
  // The table lists the alerts by name.
  await line('tylko Lubelskie', countFoundBy(0))
  await line('tylko Rury i drogi', countFoundBy(2))
  await line('Rury + Rury i drogi', countFoundBy(1, 2))
  await line('Lubelskie + Rury + Rury i drogi', countFoundBy(0, 1, 2))
  expect(countFoundBy(1, 2)).toBeGreaterThan(0)
  await expectAccessible(page, 'tender-alerts/overlap')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Zaznacz: Rury', exact: true }).check()
  await expect(page.getByRole('button', { name: 'Porównaj' })).toHaveAttribute('aria-disabled', 'true')

  // Only the first two alerts send e-mails, one for each procedure.
  const mailed = await compare(filters.slice(0, 2))
  const weekly = (foundRegions: readonly { count: number }[]) =>
    (foundRegions.reduce((sum, { count }) => sum + count, 0) / mailed.days) * 7
  const inbox = page.getByRole('region', { name: 'Spodziewana poczta' })
  await expect(inbox).toContainText('Ten panel nie ma serwera poczty')
  await expect(inbox.getByRole('button')).toHaveCount(0)
  // From the next request of the list on, the panel appears to have a mail server.
  await page.route('**/api/panel/bzp-alerts', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), smtp: true } })
  })
  await chooseAction(page, 'Lubelskie', 'na godzinę')
  await inbox.getByRole('button', { name: 'Policz spodziewaną pocztę' }).click()
  const foundByBoth = mailed.regions.filter(({ found_by }) => found_by.length > 1)
  await expect(inbox).toContainText(`Ok. ${grouped(Math.round(weekly([...mailed.regions, ...foundByBoth])))} e-mail`)
  await expect(inbox).toContainText('z 2 alertów')
  await expect(inbox).toContainText(`${grouped(Math.round(weekly(foundByBoth)))} postępowa`)
})

test('an alert with too many results a day is refused with its count, or accepted as a digest only', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  await page.goto('/bzp?type=Works&type=Services&type=Delivery')
  const save = page.getByRole('button', { name: 'Zapisz jako alert' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Zapisz jako alert' })
  await dialog.getByLabel('Nazwa').fill('e2e wszystko')
  await dialog.getByRole('radio', { name: /^Od razu/ }).check()
  const tooOften = dialog.getByRole('alert').filter({ hasText: /Od razu można wysyłać najwyżej 100/ })
  await expect(tooOften).toContainText(/ok\. [\d\u00A0]+ postępowa(?:ń|nia|nie) w dniu roboczym/)
  await dialog.getByRole('button', { name: 'Zapisz alert' }).click()
  await expect(tooOften).toBeVisible()
  await expect(dialog.getByLabel('Nazwa')).toHaveValue('e2e wszystko')
  await expectAccessible(page, 'tender-alert/too-often')
  await dialog.getByRole('radio', { name: /^Raz w tygodniu/ }).check()
  await expect(tooOften).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Zapisz alert' }).click()
  await expect(page.getByText(/Zapisano alert „e2e wszystko”/)).toBeVisible()

  await page.route('**/v1/bzp/alerts/preview', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as object
    await route.fulfill({ json: { ...body, count: 20_000, daily: [{ date: '2026-11-19', count: 20_000 }] } })
  })
  await page.goto('/bzp')
  await page.getByRole('button', { name: 'Dostawy' }).click()
  await save.click()
  await dialog.getByLabel('Nazwa').fill('e2e powódź')
  const tooMany = dialog.getByRole('alert').filter({ hasText: 'alert może znajdować najwyżej 2\u00A0000' })
  await expect(tooMany).toContainText('ok. 20\u00A0000 postępowań')
  await dialog.getByRole('button', { name: 'Zapisz alert' }).click()
  await expect(tooMany).toBeVisible()
  await expect(dialog.getByLabel('Nazwa')).toHaveValue('e2e powódź')
})

test('a refusal by the panel names its field, and a refused import its reason', async ({
  page,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/422/)
  await signIn('owner')
  await page.goto('/bzp?q=zzodbiorca')
  await page.getByRole('button', { name: 'Zapisz jako alert' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zapisz jako alert' })
  await dialog.getByRole('radio', { name: /^Zespół/ }).check()
  await dialog.getByRole('checkbox', { name: /compliance@demo\.test/ }).check()
  const refuse = (loc: readonly (string | number)[], type: string) =>
    page.route(
      '**/api/panel/rules',
      (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 422, json: { detail: [{ loc: ['body', ...loc], msg: 'refused', type }] } })
          : route.continue(),
      { times: 1 },
    )
  const submit = dialog.getByRole('button', { name: 'Zapisz alert' })
  await refuse(['targets', 0], 'not_a_reader')
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Odbiorcy: tej osoby nie ma już na koncie albo nie widzi przetargów.',
  )
  await refuse(['condition', 'filter', 'keywords', 0], 'value_error')
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Słowa kluczowe „zzodbiorca”: tej wartości nie da się użyć.')
  await refuse(['name'], 'name_taken')
  await submit.click()
  await expect(dialog.getByText('Jest już alert o tej nazwie. Wybierz inną.')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /compliance@demo\.test/ })).toBeChecked()
  await page.keyboard.press('Escape')

  await page.goto('/bzp/alerts')
  await page
    .getByRole('button', { name: /^Importuj/ })
    .first()
    .click()
  const importing = page.getByRole('dialog', { name: 'Importuj alerty' })
  const rest = { is_team: false, delivery: 'none', digest_hour: 7 }
  const items = [
    { name: 'e2e zły kod', filter: { cpv: ['45', '99999999'] }, ...rest },
    { name: 'e2e dobry', filter: { keywords: ['zzdobry'] }, ...rest },
    { name: 'e2e bez powiadomień', filter: {}, is_team: false, digest_hour: 7 },
    { name: 'e2e za często', filter: {}, ...rest, delivery: 'at_once' },
  ]
  await importing.getByLabel('Treść JSON').fill(JSON.stringify(items))
  await importing.getByRole('button', { name: 'Sprawdź' }).click()
  await importing.getByRole('button', { name: 'Zapisz 4 alerty' }).click()
  await expect(importing.getByText('Zapisano 1 alert.')).toBeVisible()
  const refused = (name: string) => importing.getByRole('listitem').filter({ hasText: name })
  await expect(refused('e2e zły kod')).toContainText('Kody CPV „99999999”: nie ma takiego kodu.')
  await expect(refused('e2e bez powiadomień')).toContainText('Powiadomienia: brakuje tej wartości.')
  await expect(refused('e2e za często')).toContainText(
    /Powiadomienia: ok\. [\d\u00A0]+ postępowa(?:ń|nia|nie) w dniu roboczym/,
  )
})
