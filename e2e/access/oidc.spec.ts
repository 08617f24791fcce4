import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test as base } from '../support/fixtures'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider'
import { type Panel, type PanelEnv, PASSWORD, startPanel } from '../support/panel'

/** A separate panel with single sign-on. */
async function startPanelWith(idp: IdentityProvider, more: PanelEnv = {}): Promise<Panel> {
  const dataDir = mkdtempSync(join(tmpdir(), 'panel-oidc-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
  const panel = await startPanel(dataDir, (url) => {
    idp.open(url)
    return {
      PANEL_URL: url,
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.clientId,
      OIDC_CLIENT_SECRET: idp.clientSecret,
      OIDC_NAME: 'Firma ID',
      OIDC_ALLOWED_DOMAINS: 'firma.test, demo.test',
      OIDC_ACCOUNT: 'demo-pro',
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_ROLES: 'panel-owners=owner,panel-compliance=compliance',
      ...more,
    }
  })
  return {
    ...panel,
    stop: async () => {
      await panel.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const test = base.extend<object, { readonly idp: IdentityProvider }>({
  idp: [
    // Playwright requires a destructuring pattern even if it is empty.
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const idp = await startIdentityProvider()
      await provide(idp)
      await idp.stop()
    },
    { scope: 'worker' },
  ],
  panel: [
    async ({ idp }, provide) => {
      const panel = await startPanelWith(idp)
      await provide(panel)
      await panel.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const person = (name: string, more: Partial<NonNullable<IdentityProvider['signsIn']>> = {}) => ({
  sub: `sub-${name}`,
  email: `${name}@firma.test`,
  email_verified: true,
  name,
  ...more,
})

async function signInAtProvider(page: Page, from = '/sign-in'): Promise<void> {
  await page.goto(from)
  await page.getByRole('button', { name: 'Zaloguj się przez Firma ID' }).click()
}

/** Makes the browser unknown to panel and provider. */
async function forgetBrowser(page: Page): Promise<void> {
  await page.context().clearCookies()
}

const expectRefused = (page: Page, text: RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
const whoIs = async (page: Page) => {
  const answer = await page.request.get(`${new URL(page.url()).origin}/api/auth/session`)
  return ((await answer.json()) as { user?: { email: string } }).user?.email
}

/** Closes the pages before the panel stops. */
async function closePanel(page: Page, panel: Panel): Promise<void> {
  await page.goto('about:blank')
  await panel.stop()
}

test.beforeEach(({ idp }) => {
  idp.beforeLoginAnswer = undefined
})

test.describe('signing in through an identity provider', () => {
  test('creates a new member with the role of its groups, and returns to the requested page', async ({
    page,
    idp,
    panel,
    expectAccessible,
  }) => {
    await page.goto('/sign-in')
    await expectAccessible(page, 'sign-in/with-provider')
    idp.signsIn = person('anna', { groups: ['all', 'panel-compliance'] })
    await signInAtProvider(page, '/sign-in?from=%2Fspend-cap')
    await expect(page).toHaveURL('/spend-cap')
    expect(await whoIs(page)).toBe('anna@firma.test')
    expect(panel.admin(['user', 'list', '--account', 'demo-pro'])).toMatch(/anna@firma\.test +compliance +demo-pro/)
  })

  test('updates the role from the groups at each sign-in, and records it in the log', async ({ page, idp, panel }) => {
    const listed = () => panel.admin(['user', 'list', '--account', 'demo-pro'])
    for (const [groups, role] of [
      [['panel-owners'], 'owner'],
      [['somebody'], 'viewer'],
      [['panel-owners', 'panel-compliance'], 'owner'],
    ] as const) {
      await forgetBrowser(page)
      idp.signsIn = person('bruno', { groups: [...groups] })
      await signInAtProvider(page)
      await expect(page).toHaveURL('/')
      expect(listed()).toMatch(new RegExp(`bruno@firma\\.test +${role}`))
    }
    await page.goto('/settings/audit')
    await expect(page.getByRole('cell', { name: 'Zmiana roli' }).first()).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Dołączenie przez dostawcę logowania' }).first()).toBeVisible()
  })

  for (const [problem, account, text] of [
    ['a wrong domain', person('eve', { email: 'eve@evil.test' }), /Ten panel nie przyjmuje adresów z tej domeny/],
    ['an unverified e-mail', person('ulf', { email_verified: false }), /nie potwierdza Twojego adresu e-mail/],
    ['a sign-in that the provider did not complete', undefined, /zostało przerwane albo dostawca Cię nie wpuścił/],
  ] as const) {
    test(`refuses ${problem}`, async ({ page, idp }) => {
      idp.signsIn = account
      await signInAtProvider(page)
      await expectRefused(page, text)
      expect((await page.request.get('/api/v1/usage/summary')).status()).toBe(401)
    })
  }

  test('creates no user for a refused person', ({ panel }) => {
    expect(panel.admin(['user', 'list'])).not.toMatch(/eve@evil\.test|ulf@firma\.test/)
  })

  test('refuses a person who was removed at the provider after an earlier sign-in', async ({ page, idp }) => {
    idp.signsIn = person('romek')
    await signInAtProvider(page)
    await expect(page).toHaveURL('/')
    await forgetBrowser(page)
    idp.signsIn = undefined
    await signInAtProvider(page)
    await expectRefused(page, /nie wpuścił/)
  })

  test('refuses an e-mail that was reassigned to another person until the operator unlinks it', async ({
    page,
    idp,
    panel,
  }) => {
    idp.signsIn = person('zofia')
    await signInAtProvider(page)
    await expect(page).toHaveURL('/')
    await forgetBrowser(page)
    idp.signsIn = person('zofia', { sub: 'sub-another-zofia' })
    await signInAtProvider(page)
    await expectRefused(page, /należał u dostawcy do kogoś innego/)
    panel.admin(['user', 'unlink', 'zofia@firma.test'])
    await signInAtProvider(page)
    await expect(page).toHaveURL('/')
  })

  test('asks a user with a password for it once', async ({ page, idp, expectAccessible }) => {
    idp.signsIn = { sub: 'sub-finance', email: 'finance@demo.test', email_verified: true, groups: ['panel-compliance'] }
    await signInAtProvider(page)
    await expect(page).toHaveURL('/sign-in/confirm')
    await expectAccessible(page, 'sign-in/confirm')
    expect((await page.request.get('/api/v1/usage/summary')).status()).toBe(401)
    const field = page.getByLabel('Hasło')
    await field.fill('not the password')
    await page.getByRole('button', { name: 'Potwierdź' }).click()
    await expectRefused(page, /Nieprawidłowe hasło/)
    await field.fill(PASSWORD)
    await page.getByRole('button', { name: 'Potwierdź' }).click()
    await expect(page).toHaveURL('/')
    await forgetBrowser(page)
    await signInAtProvider(page)
    await expect(page).toHaveURL('/')
    expect(await whoIs(page)).toBe('finance@demo.test')
  })

  test('refuses an answer without its state, nonce or verifier', async ({ page, idp }) => {
    idp.signsIn = person('marek')
    for (const part of ['state', 'nonce', 'pkce.code_verifier']) {
      await forgetBrowser(page)
      idp.beforeLoginAnswer = () => page.context().clearCookies({ name: `next-auth.${part}` })
      await signInAtProvider(page)
      await expectRefused(page, /Logowanie przez dostawcę nie powiodło się/)
    }
  })

  test('refuses the answer of another sign-in', async ({ page, browser, idp, panel }) => {
    // An attacker's unused authorisation response must not sign in a victim who is just signing in.
    idp.signsIn = person('atakujacy')
    const attacker = await browser.newContext({ baseURL: panel.url })
    const attackerPage = await attacker.newPage()
    idp.beforeLoginAnswer = () => attacker.clearCookies({ name: 'next-auth.state' })
    const returned = attackerPage.waitForRequest(/callback\/oidc\?/)
    await signInAtProvider(attackerPage)
    const callbackUrl = (await returned).url()
    const { csrfToken } = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
    await page.request.post('/api/auth/signin/oidc', { form: { csrfToken, callbackUrl: '/', json: 'true' } })
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('next-auth.state')
    await page.goto(callbackUrl)
    await expectRefused(page, /Logowanie przez dostawcę nie powiodło się/)
    expect(await whoIs(page)).toBeUndefined()
    await attacker.close()
  })

  test('requires a new login at the provider for a repeated proof, and replaces the old session', async ({
    page,
    idp,
    panel,
  }) => {
    idp.signsIn = person('pola')
    await signInAtProvider(page)
    await expect(page).toHaveURL('/')
    const before = await page.context().cookies(panel.url)
    const loginsBefore = idp.logins()
    // A second sign-in is silent while the provider's session lasts.
    await page.request.get('/api/auth/session')
    await page.evaluate(async () => {
      const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
      const body = new URLSearchParams({ csrfToken, callbackUrl: '/usage', json: 'true' })
      const answer = await fetch('/api/auth/signin/oidc?prompt=login&max_age=0', { method: 'POST', body })
      window.location.assign(((await answer.json()) as { url: string }).url)
    })
    await expect(page).toHaveURL('/usage')
    // A request for proof requires another login at the provider.
    expect(idp.logins()).toBe(loginsBefore + 1)
    const old = before.find(({ name }) => name.endsWith('session-token'))
    const answer = await fetch(`${panel.url}/api/v1/usage/summary`, {
      headers: { cookie: `${old?.name ?? ''}=${old?.value ?? ''}` },
    })
    expect(answer.status).toBe(401)
  })
})

test('the provider is the only way to sign in if local passwords are off', async ({ page, idp, expectAccessible }) => {
  const panel = await startPanelWith(idp, { LOCAL_PASSWORDS: 'off' })
  try {
    idp.signsIn = { sub: 'sub-viewer', email: 'viewer@demo.test', email_verified: true, groups: [] }
    await page.goto(`${panel.url}/sign-in`)
    await expect(page.getByLabel('Hasło')).toHaveCount(0)
    await expectAccessible(page, 'sign-in/provider-alone')
    const { csrfToken } = (await (await page.request.get(`${panel.url}/api/auth/csrf`)).json()) as { csrfToken: string }
    const form = { csrfToken, email: 'owner@demo.test', password: PASSWORD, json: 'true' }
    const signInAnswer = await page.request.post(`${panel.url}/api/auth/callback/credentials`, { form })
    expect(signInAnswer.status()).toBe(401)
    await page.goto(`${panel.url}/forgotten-password`)
    await expect(page.getByText(/loguje się przez dostawcę tożsamości/)).toBeVisible()
    await signInAtProvider(page, `${panel.url}/sign-in`)
    await expect(page).toHaveURL(`${panel.url}/`)
    expect(await whoIs(page)).toBe('viewer@demo.test')
  } finally {
    await closePanel(page, panel)
  }
})

test('the panel starts while the provider is unavailable, and the page reports it', async ({ page }) => {
  const idp = await startIdentityProvider()
  const panel = await startPanelWith(idp)
  await idp.stop()
  try {
    await signInAtProvider(page, `${panel.url}/sign-in`)
    await expectRefused(page, /Dostawca logowania nie odpowiada/)
    await page.getByLabel('E-mail').fill('owner@demo.test')
    await page.getByLabel('Hasło').fill(PASSWORD)
    await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
    await expect(page).toHaveURL(`${panel.url}/`)
  } finally {
    await closePanel(page, panel)
  }
})
