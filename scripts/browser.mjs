/** Finds or installs the Chromium for the browser tests. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { run } from './prepare.mjs'

/** The headless shell is the same engine without a window, in which the suite takes a third less time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const DOWNLOAD_MS = 5 * 60_000

/** Path of an installed browser: Playwright's, else one of the system. */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test')
  const bundledPath = chromium.executablePath()
  return bundledPath && existsSync(bundledPath) ? bundledPath : findOnPath()
}

/** Installs one if there is none: Playwright's, else Debian's package. */
export async function requireBrowser() {
  const found = await findBrowser()
  if (found) return found
  for (const install of [installWithPlaywright, installDebian]) {
    install()
    const installed = await findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'No browser for the tests: `npx playwright install chromium` and `apt-get install chromium` both failed',
  )
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installWithPlaywright() {
  console.log('Installing the browser for the tests (Playwright’s own) …')
  attempt(() => run('npx', ['playwright', 'install', '--with-deps', 'chromium'], { timeout: DOWNLOAD_MS }))
}

function installDebian() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log('Installing the browser for the tests (Debian’s chromium) …')
  attempt(() => run('apt-get', ['update', '-qq']))
  for (const name of NAMES.slice(0, 2)) {
    if (!findOnPath()) attempt(() => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]))
  }
}

function attempt(install) {
  try {
    install()
  } catch (error) {
    console.log(error.message)
  }
}
