/** nginx, by which the recipe of the reverse proxy is tested (`e2e/proxies`). Where it cannot be had its tests are skipped, and say so. */
import { spawnSync } from 'node:child_process'

/** What it needs to be run, by the name of its package in Debian. */
const PROGRAMS = { nginx: 'nginx-light', openssl: 'openssl' }
/** Debian has nginx where only root looks. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin` }
const TIMEOUT_MS = 2 * 60_000

const isThere = (program) => spawnSync(program, [program === 'nginx' ? '-v' : 'version'], { env }).status === 0
const missing = () => Object.keys(PROGRAMS).filter((program) => !isThere(program))

/** Gets what is missing from Debian where this process may install; otherwise says what will not be tested. */
export function installNginx() {
  const names = missing()
  if (names.length === 0) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log(`Installing ${names.join(' and ')} for the tests of the reverse proxy …`)
    const packages = names.map((name) => PROGRAMS[name])
    // Lists of packages are there when the browser came this way.
    if (!apt(['install', ...packages])) void (apt(['update']) && apt(['install', ...packages]))
  }
  const left = missing()
  if (left.length > 0)
    console.log(`${left.join(' and ')} cannot be had here: the tests of the reverse proxy are skipped.`)
}

function apt([command, ...packages]) {
  const args = [command, '-y', '-qq', ...(command === 'install' ? ['--no-install-recommends'] : []), ...packages]
  // Nothing is to be started by its installation.
  const settings = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { status } = spawnSync('apt-get', args, { env: { ...env, ...settings }, stdio: 'ignore', timeout: TIMEOUT_MS })
  return status === 0
}
