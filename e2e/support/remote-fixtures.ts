import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeKey, makeUser } from './accounts'
import { type FaultyUpstream, startFaultyUpstream } from './faulty-upstream'
import { expect, test as base } from './fixtures'
import { type Panel, startPanel } from './panel'

export { expect }

/** Each role has a user `<role>@demo.test` in the account `remote`, as an operator creates them. */
const roles = ['owner', 'finance', 'compliance', 'viewer'] as const

type RemoteFixtures = {
  /** Another process whose embedded service acts as the remote one. */
  readonly upstream: Panel
  /** The proxy to it, which passes everything by default. */
  readonly faulty: FaultyUpstream
  /** The value of REGISTERS_API_KEY. */
  readonly apiKey: string
}

const folder = () => mkdtempSync(join(tmpdir(), 'panel-remote-'))

/** A panel of a remote service. Its users have the sample users' e-mails, so `signIn` works as usual. */
export const remoteTest = base.extend<object, RemoteFixtures>({
  upstream: [
    // Playwright requires a destructuring pattern even if it is empty.
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const dataDir = folder()
      cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
      const upstream = await startPanel(dataDir)
      await provide(upstream)
      await upstream.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  apiKey: [
    async ({ upstream }, provide) => provide(await makeKey(upstream, 'demo-pro', 'remote panel')),
    { scope: 'worker' },
  ],
  faulty: [
    async ({ upstream }, provide) => {
      const faulty = await startFaultyUpstream(upstream.apiUrl)
      await provide(faulty)
      await faulty.stop()
    },
    { scope: 'worker' },
  ],
  panel: [
    async ({ faulty, apiKey }, provide) => {
      const dataDir = folder()
      const panel = await startPanel(dataDir, { REGISTERS_API_URL: `${faulty.url}/v1/`, REGISTERS_API_KEY: apiKey })
      for (const role of roles) await makeUser(panel, `${role}@demo.test`, { account: 'remote', role })
      await provide(panel)
      await panel.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
