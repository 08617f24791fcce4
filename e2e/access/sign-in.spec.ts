import { makeOwner } from '../support/accounts'
import { expect, test } from '../support/fixtures'
import { PASSWORD } from '../support/panel'

const email = 'owner@demo.test'

test.describe('signing in and out', () => {
  test('works through the form and the menu', async ({ page, expectAccessible }) => {
    await page.goto('/sign-in')
    await expectAccessible(page, 'sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await page.getByRole('button', { name: /Menu użytkownika/ }).click()
    await page.getByRole('menuitem', { name: 'Wyloguj się' }).click()
    await expect(page).toHaveURL('/sign-in')
    await page.goto('/')
    await expect(page).toHaveURL('/sign-in')
  })

  test('rejects a session after signing out, even with its old cookie', async ({ context, page, panel, signIn }) => {
    await signIn('owner')
    const savedCookies = await context.cookies()
    await page.goto('/')
    await page.getByRole('button', { name: /Menu użytkownika/ }).click()
    await page.getByRole('menuitem', { name: 'Wyloguj się' }).click()
    await expect(page).toHaveURL('/sign-in')
    await context.addCookies(savedCookies)
    const answer = await context.request.get(`${panel.url}/api/v1/usage/summary`)
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toMatchObject({ detail: { code: 'session_expired' } })
  })

  test('shows no difference for unknown users, and returns to the page after the sign-in', async ({ page }) => {
    await test.step('a wrong password and an unknown e-mail show the same error, and the e-mail is kept', async () => {
      for (const typedEmail of [email, 'nobody@demo.test']) {
        await page.goto('/sign-in')
        await page.getByLabel('E-mail').fill(typedEmail)
        await page.getByLabel('Hasło').fill('not the password')
        await page.getByRole('button', { name: 'Zaloguj się' }).click()
        await expect(page.getByRole('alert').filter({ hasText: 'Nieprawidłowy e-mail lub hasło.' })).toBeVisible()
        await expect(page.getByLabel('E-mail')).toHaveValue(typedEmail)
        await expect(page.getByLabel('Hasło')).toBeFocused()
      }
    })
    await test.step('a page without a session redirects to the sign-in and back', async () => {
      await page.goto('/spend-cap?x=1#history-title')
      await expect(page).toHaveURL('/sign-in?from=%2Fspend-cap%3Fx%3D1#history-title')
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Hasło').fill(PASSWORD)
      await page.getByRole('button', { name: 'Zaloguj się' }).click()
      await expect(page).toHaveURL('/spend-cap?x=1#history-title')
    })
  })

  test('takes an e-mail from the address, and asks for the password at once', async ({ page }) => {
    await page.goto(`/sign-in?from=%2Fusage&email=${encodeURIComponent(email)}`)
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    await expect(page.getByLabel('Hasło')).toBeFocused()
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/usage')
  })

  test('ignores anything else in the place of an e-mail', async ({ page, request }) => {
    const inputs = ['"><b id="x">', 'nobody', `${'a'.repeat(250)}@b.pl`, 'a@b.pl"onfocus="x']
    for (const input of inputs) {
      const path = `/sign-in?email=${encodeURIComponent(input)}`
      // The scripts of the page carry the address, where it is escaped.
      const html = await (await request.get(path)).text()
      expect(html).not.toContain(`value="${input}`)
      expect(html).not.toContain('<b id="x"')
      await page.goto(path)
      await expect(page.getByLabel('E-mail')).toHaveValue('')
      await expect(page.getByLabel('E-mail')).toBeFocused()
    }
  })

  test('too many wrong passwords require a wait, even with the right one', async ({ request, panel }) => {
    // Uses its own account, because the locked user stays locked for minutes.
    const locked = await makeOwner(panel, 'e2e-locked')
    const attempt = async (password: string) => {
      const { csrfToken } = (await (await request.get(`${panel.url}/api/auth/csrf`)).json()) as { csrfToken: string }
      const form = { csrfToken, email: locked, password, json: 'true' }
      const answer = await request.post(`${panel.url}/api/auth/callback/credentials`, { form })
      return answer.url() + (await answer.text())
    }
    for (let i = 0; i < 10; i += 1) expect(await attempt('wrong')).toContain('CredentialsSignin')
    expect(await attempt('wrong')).toContain('too_many_attempts')
    expect(await attempt(PASSWORD)).toContain('too_many_attempts')
  })

  // `lib/domain/routes.test.ts` and `doors.spec.ts` test the other addresses.
  test('does not redirect to another site', async ({ page }) => {
    await page.goto(`/sign-in?from=${encodeURIComponent('//evil.test')}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/')
  })

  test('a one-time link sets the password once', async ({ page, panel, expectAccessible }) => {
    const link = panel
      .admin(['user', 'create', 'z-linku@demo.test', '--account', 'demo-pro', '--role', 'viewer'])
      .trim()
    const address = new URL(link)
    await page.goto(`${address.pathname}${address.search}`)
    const field = page.getByLabel('Nowe hasło')
    const strength = page.getByRole('meter', { name: 'Siła hasła' })
    await field.fill('krótkie')
    await expect(strength).toHaveAttribute('aria-valuetext', 'Brakuje 5 znaków.')
    await field.fill('QwertyUiop123')
    await expect(strength).toHaveAttribute('aria-valuetext', /To jedno z najczęściej używanych haseł/)
    await expectAccessible(page, 'sign-up')
    await page.getByLabel('Powtórz hasło').fill('QwertyUiop123')
    await page.getByRole('button', { name: 'Ustaw hasło' }).click()
    await expect(field).toHaveAccessibleDescription(/To jedno z najczęściej używanych haseł/)
    await field.fill('z-linku@demo.test')
    await expect(strength).toHaveAttribute('aria-valuetext', /mało zostaje bez Twojego e-maila/)
    await field.fill('zielony rower za oknem')
    await expect(strength).toHaveAttribute('aria-valuetext', 'Bardzo dobre hasło.')
    await page.getByRole('button', { name: 'Pokaż hasło' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByLabel('Powtórz hasło').fill('another password')
    await page.getByRole('button', { name: 'Ustaw hasło' }).click()
    await expect(page.getByText('Hasła nie są takie same.')).toBeVisible()
    await page.getByLabel('Nowe hasło').fill('zielony rower za oknem')
    await page.getByLabel('Powtórz hasło').fill('zielony rower za oknem')
    await page.getByRole('button', { name: 'Ustaw hasło' }).click()
    // The new password signs in.
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: /Menu użytkownika/ })).toContainText('z-linku@demo.test')
    await page.goto(`${address.pathname}${address.search}`)
    await expect(page.getByText('Ten link został już użyty.')).toBeVisible()
    await page.goto('/sign-up?token=nonsense')
    await expect(page.getByText('Ten link jest nieprawidłowy.')).toBeVisible()
  })
})

test('checks password strength only for pages of the panel, with size and rate limits', async ({ request, panel }) => {
  const requestStrength = (headers: Record<string, string>, password: string) =>
    request.post('/api/password-strength', { headers, data: { password, token: null } })
  const ownOrigin = { origin: panel.url }
  expect((await requestStrength({ origin: 'https://evil.test' }, 'severodvinsk')).status()).toBe(403)
  expect((await requestStrength(ownOrigin, 'x'.repeat(5000))).status()).toBe(413)
  const answer = await requestStrength(ownOrigin, 'severodvinsk')
  expect(await answer.json()).toMatchObject({ fault: 'common' })
  expect(answer.headers()['cache-control']).toBe('no-store')
  // The limit is per address and minute; the count exceeds it even if a new minute begins in between.
  const codes = await Promise.all(
    Array.from({ length: 130 }, async () => (await requestStrength(ownOrigin, 'short')).status()),
  )
  expect(new Set(codes)).toEqual(new Set([200, 429]))
  expect(panel.output()).not.toContain('severodvinsk')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form works, including a wrong password', async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Hasło').fill('not the password')
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page.getByText('Nieprawidłowy e-mail lub hasło.')).toBeVisible()
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/')
  })
})
