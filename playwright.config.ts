import { existsSync } from 'node:fs'

import { chromium, defineConfig } from '@playwright/test'

/** What `npm test` found or installed; by hand Playwright's own, or the system's where that is not there. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const system = existsSync(chromium.executablePath()) ? undefined : SYSTEM_BROWSERS.find((file) => existsSync(file))
const executablePath = process.env['TEST_BROWSER'] ?? system

/** Specs over the two panels of `remoteTest`: one worker starts them, and runs all of these. */
const REMOTE = [
  'access/connection',
  'answers',
  'companies/*-remote',
  'companies/company-upstream',
  'hostile-upstream',
  'import-remote',
  'odd-meter',
  'refused-writes',
  'reports/report-downloads',
]
/** Specs that start panels of their own. Together, so that a worker does not leave the shared panel for each of them. */
const OWN = [
  'access/{forgotten-password,key-custody,oidc,people,review-accounts,wrong-address}',
  'bzp-desk',
  'companies/white-list-unreachable',
  'finance',
  'notifications/{notifications,rule-channels}',
  'personal-data',
  'proxies/*',
  'remote',
  'starts/*',
]
const specs = (names: readonly string[]) => names.map((name) => `**/e2e/${name}.spec.ts`)

/**
 * Four workers, each with a panel and data of its own: journeys wait, and with three a fifth of two cores
 * was idle. No retries: a test that passes the second time is broken. The panel must have been built.
 */
export default defineConfig({
  testDir: './e2e',
  workers: 4,
  retries: 0,
  // For a machine that does something else as well: whoever waits for what never comes fails all the same.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  globalSetup: './e2e/support/global-setup.ts',
  reporter: [['list'], ['./e2e/support/states-reporter.ts']],
  projects: [
    { name: 'remote', testMatch: specs(REMOTE), workers: 1 },
    { name: 'own', testMatch: specs(OWN) },
    { name: 'shared', testIgnore: specs([...REMOTE, ...OWN]) },
  ],
  outputDir: './test-results',
  use: {
    viewport: { width: 1360, height: 900 },
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    // Nothing is looked at half faded in.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes a quarter of the time; where one is needed: `npx playwright test FILE --trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
