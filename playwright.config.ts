import { existsSync } from 'node:fs'

import { chromium, defineConfig } from '@playwright/test'

/** The browser that `npm test` found or installed; without it Playwright's, or the system's. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const system = existsSync(chromium.executablePath()) ? undefined : SYSTEM_BROWSERS.find((file) => existsSync(file))
const executablePath = process.env['TEST_BROWSER'] ?? system

/**
 * Three workers, each with its own panel and data: tests wait as long as they work, so two workers would leave a third
 * of two cores idle. No retries, because a test that passes only the second time is broken. The panel must have been
 * built.
 */
export default defineConfig({
  testDir: './e2e',
  workers: 3,
  retries: 0,
  // Long enough for a busy machine; a test that waits for something that never comes fails in any case.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: './test-results',
  use: {
    viewport: { width: 1360, height: 900 },
    locale: 'pl-PL',
    timezoneId: 'Europe/Warsaw',
    // Without animations, so that no check sees a half-faded state.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test would take a quarter of the time; to record one: `npx playwright test FILE --trace on`.
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
