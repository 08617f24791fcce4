import { expect, test } from '../support/fixtures'
import { changeStore } from '../support/stored'
import { partNamed, someCompany, tabNamed, usedBy } from './company'

/** Not in the sample data, but with a valid checksum. */
const UNLISTED = '56101010230000261395100001'

test('people and shares show lists, a sum and former roles, and page and filter six hundred relations', async ({
  page,
  panel,
  signIn,
  expectAccessible,
}) => {
  await signIn('owner')
  const { krs } = await someCompany(page, 3)
  changeStore(
    panel,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
     insert into relations (id, company_id, holder_id, holder_kind, holder_name, role, detail, since, until)
     select printf('00000000-0000-4000-9000-%012d', i), (select id from subjects where krs = ?),
       printf('00000000-0000-4000-a000-%012d', i), 'person', 'Zofia Pięćsetna ' || i,
       case when i % 3 = 0 then 'shareholder' else 'board' end,
       case when i % 3 = 0 then '1 udział' else 'CZŁONEK ZARZĄDU' end,
       '2019-05-06', case when i % 10 = 0 then '2021-02-03' else null end
     from n`,
    krs,
  )
  await page.goto(`/companies/${krs}?tab=people`)
  const people = partNamed(page, 'Osoby i udziały')
  await expect(people).toContainText('płaci się za nią raz')
  await people.getByRole('button', { name: 'Zapytaj' }).click()
  await expect(people.getByText('Usługa nie podała wszystkich')).toBeVisible()
  await expect(people.getByRole('heading', { name: /^Zarząd/ })).toBeVisible()
  await expect(people.getByRole('heading', { name: /^Dawne role/ })).toBeVisible()
  await expect(people.getByText(/^Razem .*%/)).toBeVisible()
  const board = people.getByRole('table', { name: 'Zarząd' })
  await expect(board.getByRole('row')).toHaveCount(51)
  await people
    .getByRole('button', { name: /^Pokaż 50 kolejnych/ })
    .first()
    .click()
  await expect(board.getByRole('row')).toHaveCount(101)
  await expectAccessible(page, 'company/people-many')
  await people.getByLabel('Szukaj na liście').fill('piecsetna 11')
  await expect(people.getByRole('status').filter({ hasText: 'wpisów' })).toContainText(/z 4\d\d wpisów/)
  await expect(people.getByText('Zofia Pięćsetna 111', { exact: true })).toBeVisible()
  await expect(people.getByText('Zofia Pięćsetna 222', { exact: true })).toHaveCount(0)
})

test('white list shows the status, the accounts, and whether an account is among them', async ({
  page,
  context,
  signIn,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('owner')
  const { krs } = await someCompany(page, 4)
  const before = await usedBy(page)
  await page.goto(`/companies/${krs}`)
  await tabNamed(page, 'Biała lista').click()
  const list = partNamed(page, 'Biała lista VAT')
  await expect(list).toContainText(/1 sprawdzenie białej listy/)
  await list.getByRole('button', { name: 'Zapytaj' }).click()
  await expect(list.getByText('Status VAT', { exact: true })).toBeVisible()
  await expect(list.getByText('To nie jest potwierdzenie Ministerstwa Finansów.')).toBeVisible()
  await expect(list.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await list
    .getByRole('button', { name: /^Kopiuj rachunek/ })
    .first()
    .click()
  const account = await page.evaluate(() => navigator.clipboard.readText())
  expect(account).toMatch(/^\d{26}$/)

  const field = list.getByLabel('Numer rachunku')
  await field.fill(` PL${account.slice(0, 2)} ${account.slice(2, 10)}-${account.slice(10)} `)
  await field.press('Enter')
  await expect(list.getByText('jest na liście', { exact: true })).toBeVisible()
  await expect(list.getByText(/Powyżej 15 000 zł/)).toBeVisible()
  await expectAccessible(page, 'company/account-checked')
  const typo = `${account.slice(0, -1)}${(Number(account.at(-1)) + 1) % 10}`
  await field.fill(typo)
  await expect(list.getByText('jest na liście', { exact: true })).toHaveCount(0)
  await field.press('Enter')
  await expect(list.getByText('Suma kontrolna się nie zgadza')).toBeVisible()
  await field.fill(UNLISTED)
  await field.press('Enter')
  await expect(list.getByText(/nie ma na liście|nie da się rozstrzygnąć/)).toBeVisible()
  await field.fill('')
  await field.press('Enter')
  await expect(list.getByText('Wpisz albo wklej numer rachunku.')).toBeVisible()
  await field.fill('DE89370400440532013000')
  await field.press('Enter')
  await expect(list.getByText('To rachunek zagraniczny')).toBeVisible()
  expect(await usedBy(page)).toEqual({ ...before, wpv: before.wpv + 1 })
})

test('white list warns about an answer of another day, and can request a new one', async ({ page, panel, signIn }) => {
  await signIn('owner')
  const { krs } = await someCompany(page, 5)
  await page.goto(`/companies/${krs}?tab=whiteList`)
  const list = partNamed(page, 'Biała lista VAT')
  await list.getByRole('button', { name: 'Zapytaj' }).click()
  await expect(list.getByText('Status VAT', { exact: true })).toBeVisible()
  changeStore(
    panel,
    `update kept_answers set asked_at = '2026-01-05T09:00:00.000Z',
       answer = json_set(answer, '$.request_datetime', '2026-01-05T09:00:00.000Z')
     where subject = ? and topic = 'whiteList'`,
    krs,
  )
  await page.reload()
  await list.getByLabel('Numer rachunku').fill(UNLISTED)
  await list.getByLabel('Numer rachunku').press('Enter')
  await expect(list.getByText('Ta odpowiedź nie jest z dziś.')).toBeVisible()
  await expect(list).toContainText(/sprzed \d+ dni/)
  await list.getByRole('button', { name: 'Zapytaj ponownie' }).first().click()
  await expect(list.getByText('Ta odpowiedź jest z dziś.')).toBeVisible()
})

test('a NIP that the register does not find is requested as a NIP', async ({ page, signIn }) => {
  await signIn('owner')
  // Not in the sample data; it has the form of a sole trader's.
  await page.goto('/companies/5260250274?tab=whiteList')
  await expect(page.getByText('W rejestrze, który przeszukuje usługa, nie ma tego numeru.')).toBeVisible()
  const list = partNamed(page, 'Biała lista VAT')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/parts/whiteList'),
  )
  await list.getByRole('button', { name: 'Zapytaj' }).click()
  expect((await sent).url()).toContain('/5260250274/')
  await expect(list.getByText('Nie ma na białej liście')).toBeVisible()
  await expect(list).toContainText('zapłacono: 1 sprawdzenie białej listy')
})

test('extracts show the price, save the file and show what it cost', async ({ page, signIn }) => {
  await signIn('owner')
  const { krs } = await someCompany(page, 6)
  const before = await usedBy(page)
  await page.goto(`/companies/${krs}?tab=extracts`)
  const extracts = partNamed(page, 'Odpisy (PDF)')
  await expect(extracts.getByText(/^1 pobranie PDF/)).toHaveCount(3)
  let charged = before.pdfs
  for (const name of ['Odpis pełny z KRS', 'Beneficjenci rzeczywiści z CRBR']) {
    const download = page.waitForEvent('download')
    await extracts.getByRole('button', { name: `Pobierz PDF: ${name}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    await expect(extracts.getByText(`Zapisano ${file.suggestedFilename()}. Pobrano: 1 pobranie PDF.`)).toBeVisible()
    charged += 1
    expect((await usedBy(page)).pdfs).toBe(charged)
  }
})
