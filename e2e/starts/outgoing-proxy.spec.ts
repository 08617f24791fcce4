import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startProxy } from '@/lib/testing/delivery/proxy'
import { makeAuthority } from '@/lib/testing/tls'

import { expect, test } from '../support/fixtures'
import { startIdentityProvider } from '../support/identity-provider'
import { startPanel } from '../support/panel'

test('a panel that reaches the internet only through a proxy: service, sign-in and webhooks work', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'panel-proxy-'))
  const authority = await makeAuthority()
  const [user, password] = ['panel', 'of the proxy']
  const proxy = await startProxy({ user, password })
  const received: string[] = []
  const names = ['api.example.test', 'hooks.example.test']
  const outside = createServer(await authority.issue(names), (request, response) => {
    received.push(`${request.method} ${request.headers.host}${request.url}`)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  // The address of a TCP server is never a pipe name.
  for (const name of names) proxy.routeTo(`${name}:443`, (outside.address() as AddressInfo).port)
  const host = 'idp.example.test'
  const idp = await startIdentityProvider({ host, certificate: await authority.issue([host]) })
  proxy.routeTo(`${host}:443`, idp.port)
  const trusted = join(folder, 'authority.pem')
  writeFileSync(trusted, authority.pem)

  // The panel answers once it is healthy, which includes a call to the remote service.
  const panel = await startPanel(join(folder, 'data'), (url) => {
    idp.open(url)
    return {
      PANEL_URL: url,
      HTTPS_PROXY: proxy.url,
      NO_PROXY: '.internal.test, 10.0.0.0/8',
      NODE_EXTRA_CA_CERTS: trusted,
      REGISTERS_API_URL: 'https://api.example.test',
      REGISTERS_API_KEY: 'key',
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: idp.clientId,
      OIDC_CLIENT_SECRET: idp.clientSecret,
      OIDC_ALLOWED_DOMAINS: 'firma.test',
      OIDC_ACCOUNT: 'remote',
      OIDC_NAME: 'Firma ID',
    }
  })
  expect(received).toContain('GET api.example.test/v1/usage/summary')

  // The browser is in the same network and uses the proxy.
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    proxy: { server: proxy.urlWithoutCredentials, username: user, password, bypass: '127.0.0.1' },
  })
  const page = await context.newPage()
  idp.signsIn = { sub: 'ewa', email: 'ewa@firma.test', email_verified: true, name: 'Ewa' }
  await page.goto(`${panel.url}/sign-in`)
  await page.getByRole('button', { name: 'Zaloguj się przez Firma ID' }).click()
  await expect(page).toHaveURL(`${panel.url}/`)

  const testDelivery = await page.evaluate(async () => {
    const send = async (path: string, body: object = {}) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await (await fetch(`/api${path}`, init)).json()) as { channel: { id: string }; state: string }
    }
    const url = 'https://hooks.example.test/of-ewa'
    const { channel } = await send('/panel/channels', { kind: 'webhook', name: 'System', url, is_team: false })
    return send(`/panel/channels/${channel.id}/test`)
  })
  expect(testDelivery).toMatchObject({ state: 'delivered' })
  expect(received).toContain('POST hooks.example.test/of-ewa')
  expect(panel.output()).not.toContain(password)

  await context.close()
  await panel.stop()
  await idp.stop()
  outside.closeAllConnections()
  outside.close()
  await proxy.stop()
  rmSync(folder, { recursive: true, force: true })
})
