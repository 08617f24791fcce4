import { readMail } from '@/lib/testing/delivery/smtp'

import { expect, test as withoutMail } from '../support/fixtures'
import { mailingTest } from '../support/mailing'
import { PASSWORD } from '../support/panel'

const test = mailingTest('forgotten')

const EMAIL = 'viewer@demo.test'
const NEW_PASSWORD = 'zielony rower za oknem'

test('a forgotten password is replaced through a link by e-mail, and the old sessions end', async ({
  page,
  context,
  panel,
  smtp,
  signIn,
  expectAccessible,
}) => {
  await signIn(EMAIL)
  const before = await context.cookies()
  await context.clearCookies()

  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Nie pamiętam hasła' }).click()
  await expect(page).toHaveURL('/forgotten-password')
  await expectAccessible(page, 'forgotten-password')
  const requestReset = async (email: string) => {
    await page.goto('/forgotten-password')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Wyślij link' }).click()
    const message = `Jeśli znamy adres ${email}, wysłaliśmy na niego link. Działa przez godzinę i tylko raz.`
    await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
  }
  await requestReset('nobody@demo.test')
  await requestReset(EMAIL)
  await expect.poll(() => smtp.mails.length).toBe(1)
  const [mail] = smtp.mails
  if (!mail) throw new Error('No e-mail was sent')
  expect(mail.to).toEqual([EMAIL])
  const { headers, text } = readMail(mail)
  expect(headers).toContain('Subject: Ustaw nowe hasło do panelu')
  const link = /http:\S+\/sign-up\?token=[\w-]+/.exec(text)?.[0] ?? ''
  expect(link.startsWith(`${panel.url}/`)).toBe(true)

  // A mail scanner opens the link first, and it still works.
  expect((await context.request.get(link)).status()).toBe(200)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Ustaw nowe hasło' })).toBeVisible()
  await page.getByLabel('Nowe hasło').fill(NEW_PASSWORD)
  await page.getByLabel('Powtórz hasło').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Ustaw hasło' }).click()
  // The new password signs in; a device that is not known is reported as always.
  await expect(page).toHaveURL('/')
  const subjects = () => smtp.mails.map((each) => readMail(each).headers).join('\n')
  await expect.poll(subjects).toContain('Twoje hasło do panelu zostało zmienione')

  await context.addCookies(before)
  expect((await context.request.get(`${panel.url}/api/v1/usage/summary`)).status()).toBe(401)
  await context.clearCookies()
  await page.goto('/sign-in')
  for (const [password, path] of [
    [PASSWORD, '/sign-in'],
    [NEW_PASSWORD, '/'],
  ] as const) {
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Hasło').fill(password)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    if (path === '/sign-in') await expect(page.getByText('Nieprawidłowy e-mail lub hasło.')).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

withoutMail(
  'the page tells the user whom to contact if there is no mail server',
  async ({ page, expectAccessible }) => {
    await page.goto('/forgotten-password')
    await expect(page.getByText(/Poproś właściciela swojego konta albo operatora panelu/)).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expectAccessible(page, 'forgotten-password/without-mail-server')
  },
)
