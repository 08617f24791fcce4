/**
 * Installs nginx, which tests the reverse proxy recipe (`e2e/proxies`). If that is impossible, its tests are skipped
 * with a message.
 */
import { spawnSync } from 'node:child_process'

/** The required programs by their Debian packages. */
const PROGRAMS = { nginx: 'nginx-light', openssl: 'openssl' }
/** Debian installs nginx where only root's PATH finds it. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` }
const TIMEOUT_MS = 2 * 60_000

const isInstalled = (program) => spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { env }).status === 0
const missing = () => Object.keys(PROGRAMS).filter((program) => !isInstalled(program))

/** Installs what is missing from Debian if this process may; otherwise prints what will not be tested. */
export function installNginx() {
  const names = missing()
  if (names.length === 0) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log(`Installing ${names.join(' and ')} for the tests of the reverse proxy …`)
    const packages = names.map((name) => PROGRAMS[name])
    // Package lists exist already when the browser was installed the same way.
    if (!apt(['install', ...packages])) void (apt(['update']) && apt(['install', ...packages]))
  }
  const stillMissing = missing()
  if (stillMissing.length > 0)
    console.log(`${stillMissing.join(' and ')} cannot be installed here: the tests of the reverse proxy are skipped.`)
}

function apt([command, ...packages]) {
  const args = [command, '-y', '-qq', ...(command === 'install' ? ['--no-install-recommends'] : []), ...packages]
  // The installation must not start the server.
  const settings = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { status } = spawnSync('apt-get', args, { env: { ...env, ...settings }, stdio: 'ignore', timeout: TIMEOUT_MS })
  return status === 0
}
