import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { openHttp2, signInOver } from '../support/http2'
import { reserveNginx } from '../support/nginx'
import { type Panel, ROOT, startPanel } from '../support/panel'

const isInstalled = spawnSync('caddy', ['version']).status === 0
test.skip(!isInstalled, 'NOT TESTED: Caddy is not installed here (apt-get install caddy)')

let folder = ''
let panel: Panel
let caddy: ChildProcess

test.afterAll(async () => {
  caddy?.kill('SIGTERM')
  await panel?.stop()
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

test('the Caddy recipe serves the panel over TLS and HTTP/2 with the client address, and the service at its own address', async () => {
  test.setTimeout(120_000)
  folder = mkdtempSync(join(tmpdir(), 'panel-caddy-'))
  cpSync(process.env['PANEL_TEMPLATE'] ?? '', join(folder, 'data'), { recursive: true })
  const { panelUrl, apiUrl, plainPort } = await reserveNginx()
  panel = await startPanel(join(folder, 'data'), {
    PANEL_URL: panelUrl,
    PUBLIC_API_URL: apiUrl,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const file = join(folder, 'Caddyfile')
  // Caddy issues its own certificates and makes no request to the internet.
  const settings = [
    'local_certs',
    'skip_install_trust',
    'admin off',
    `http_port ${plainPort}`,
    'default_bind 127.0.0.1',
    `storage file_system ${folder}/caddy`,
  ]
  writeFileSync(file, `{\n${settings.join('\n')}\n}\n${readFileSync(join(ROOT, 'ops/caddy/Caddyfile'), 'utf8')}`)
  const { PATH = '' } = process.env
  const upstreams = { PANEL_UPSTREAMS: new URL(panel.url).host, API_UPSTREAMS: new URL(panel.apiUrl).host }
  const env = {
    NODE_ENV: 'test',
    PATH,
    HOME: folder,
    PANEL_URL: panelUrl,
    PUBLIC_API_URL: apiUrl,
    ...upstreams,
  } as const
  let output = ''
  caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env })
  caddy.stderr?.on('data', (chunk) => (output += String(chunk)))
  const ready = async () => {
    const client = openHttp2(panelUrl)
    const status = await client.ask('/api/health').then(
      (answer) => answer.status,
      () => 0,
    )
    client.close()
    return status
  }
  await expect.poll(ready, { message: output, timeout: 30_000 }).toBe(200)
  const client = openHttp2(panelUrl)
  const cookie = await signInOver(client, panelUrl)
  const headers = { cookie, accept: 'text/html', 'x-forwarded-proto': 'http', 'x-forwarded-for': '198.51.100.7' }
  const page = await client.ask('/usage', { headers })
  expect([page.status, String(page.headers['content-security-policy'])]).toEqual([
    200,
    expect.stringContaining("'nonce-"),
  ])
  expect(page.headers['strict-transport-security']).toContain('max-age')
  const signIn = await client.ask('/sign-in', { headers: { accept: 'text/html' } })
  // The texts are also in the page's scripts, whether they are displayed or not.
  const visibleHtml = signIn.body.toString().replaceAll(/<script[\s\S]*?<\/script>/g, '')
  expect(visibleHtml).toContain('Zaloguj się')
  expect(visibleHtml).not.toMatch(/TRUSTED_PROXIES|Pod tym adresem panel nie działa/)
  const log = JSON.parse((await client.ask('/api/panel/audit', { headers: { cookie } })).body.toString()) as {
    items: { address: string | null }[]
  }
  expect(log.items[0]).toMatchObject({ action: 'session.start', address: '127.0.0.1' })
  client.close()
  const serviceClient = openHttp2(apiUrl)
  const described = JSON.parse((await serviceClient.ask('/openapi.json')).body.toString()) as {
    servers: { url: string }[]
  }
  expect(described.servers).toEqual([{ url: apiUrl }])
  serviceClient.close()
})
