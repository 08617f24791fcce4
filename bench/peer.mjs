// Stoplight Prism with a mock of /openapi.json, a common alternative to a real service. It is not a dependency: PRISM
// names its executable, otherwise a pinned release is installed in a temporary folder, without scripts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, waitFor } from './app.mjs'

/** The last release for Node 20. */
const RELEASE = '5.14.2'
const FOLDER = join(tmpdir(), `registers-bench-prism-${RELEASE}`)
const ENTRY = join(FOLDER, 'node_modules/@stoplight/prism-cli/dist/index.js')
const INSTALL_MS = 300_000

async function install() {
  const packageArgs = [`@stoplight/prism-cli@${RELEASE}`, '--prefix', FOLDER]
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save']
  const npm = spawn('npm', ['install', ...packageArgs, ...options], {
    stdio: 'ignore',
    timeout: INSTALL_MS,
    cwd: tmpdir(),
  })
  await once(npm, 'exit')
}

/** Returns null and prints a line if Prism is unavailable. */
export async function startPeer(service, path) {
  if (process.env.PRISM && !existsSync(process.env.PRISM)) throw new Error(`There is no ${process.env.PRISM}`)
  if (!process.env.PRISM && !existsSync(ENTRY)) await install()
  const entry = process.env.PRISM || ENTRY
  if (!existsSync(entry)) {
    console.log(`No Prism: @stoplight/prism-cli@${RELEASE} cannot be installed and PRISM names none; it is left out`)
    return null
  }
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'registers-bench-'))
  const description = join(folder, 'openapi.json')
  writeFileSync(description, await (await fetch(`${service.url}/openapi.json`)).text())
  const url = `http://127.0.0.1:${port}${path}`
  const addressArgs = ['--host', '127.0.0.1', '--port', `${port}`]
  // In one process and without its log, which is its fastest mode.
  const options = ['--multiprocess', 'false', '--verboseLevel', 'silent']
  const child = spawn(process.execPath, [entry, 'mock', description, ...addressArgs, ...options], { stdio: 'ignore' })
  await waitFor(url, child, { headers: { 'x-api-key': service.key } })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, key: service.key, stop }
}
