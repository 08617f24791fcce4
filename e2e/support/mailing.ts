import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'

import { test as base } from './fixtures'
import { type Panel, startPanel } from './panel'

/** A worker with its own mail server, which its specs read. */
export const withSmtp = base.extend<object, { readonly smtp: TestSmtp }>({
  smtp: [
    // Playwright requires a destructuring pattern even if it is empty.
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const smtp = await startSmtp()
      await provide(smtp)
      await smtp.stop()
    },
    { scope: 'worker' },
  ],
})

/** The same, with a panel that sends its mails there. `prepare` runs once, before the first spec. */
export const mailingTest = (name: string, prepare: (panel: Panel) => Promise<void> = () => Promise.resolve()) =>
  withSmtp.extend({
    panel: [
      async ({ smtp }, provide) => {
        const dataDir = mkdtempSync(join(tmpdir(), `panel-${name}-`))
        cpSync(process.env['PANEL_TEMPLATE'] ?? '', dataDir, { recursive: true })
        const panel = await startPanel(dataDir, (url) => ({
          PANEL_URL: url,
          SMTP_URL: smtp.url,
          SMTP_FROM: `Panel <panel@e2e-${name}.test>`,
        }))
        await prepare(panel)
        await provide(panel)
        await panel.stop()
        rmSync(dataDir, { recursive: true, force: true })
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  })
