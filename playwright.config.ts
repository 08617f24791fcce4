import { existsSync } from 'node:fs'

import { chromium, defineConfig } from '@playwright/test'

/** Used if `npm test` has not set TEST_BROWSER and Playwright's own browser is not installed. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const system = existsSync(chromium.executablePath()) ? undefined : SYSTEM_BROWSERS.find((file) => existsSync(file))
const executablePath = process.env['TEST_BROWSER'] ?? system

/** Specs that use the two panels of `remoteTest`: one worker starts these panels and runs all of the specs. */
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
/**
 * Specs that start separate panels. They form one project, so that a worker does not switch between the shared panel
 * and theirs.
 */
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
 * Three workers, each with a separate panel and data: journeys wait as long as they work, and with two workers a third
 * of two cores was idle. No retries: a test that passes the second time is broken. The panel must have been built.
 */
export default defineConfig({
  testDir: './e2e',
  workers: 3,
  retries: 0,
  // Long enough for a machine that is also busy with something else; a wait for something that never comes still fails.
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
    // Without animations, nothing is checked while it is still fading in.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test takes a quarter of the time; to trace one file: `npx playwright test FILE --trace on`.
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
