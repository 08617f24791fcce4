/** Prepares what `npm start` and `npm test` need: dependencies and a build, each only when outdated. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { withBuildLock } from './build-lock.mjs'
import { narrowServer } from './narrow-server.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const SOURCES = [
  'app',
  'components',
  'data',
  'instrumentation.ts',
  'lib',
  'messages',
  'next.config.mjs',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'public',
  'scripts/compress-static.mjs',
  'scripts/narrow-server.mjs',
  'scripts/security-headers.json',
  'tailwind.config.ts',
  'tsconfig.json',
]

/** Runs a command in the project and shows its output. Throws an error of one line when it fails. */
export function run(command, args, { env = {}, quiet = false, timeout } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    // Standard output is reserved for a command's result, such as a key.
    stdio: quiet ? 'ignore' : ['ignore', 2, 2],
    ...(timeout && { timeout }),
  })
  if (result.status !== 0)
    throw new Error(`${[command, ...args].join(' ')} failed (${result.status ?? result.signal ?? result.error?.code})`)
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 9))
    throw new Error(`Node 20.9 or newer is needed; this is ${process.version}`)
}

/** Installs dependencies for the command line. */
export async function prepareCommands() {
  if (!isInstalled()) await withBuildLock('build', installIfStale)
}

/** Installs and builds what is outdated, in one process at a time. Writes nothing otherwise. */
export async function prepare({ areTypesChecked = false } = {}) {
  if (isInstalled() && isBuilt()) return
  await withBuildLock('build', () => {
    installIfStale()
    buildIfStale({ areTypesChecked })
  })
}

/** `npm ci`, unless node_modules matches this package-lock.json. */
function installIfStale() {
  if (isInstalled()) return
  console.error('Installing dependencies …')
  run('npm', ['ci', '--no-audit', '--no-fund'])
  writeFileSync(installMarker(), hashOfLock())
}

const installMarker = () => at('node_modules', '.installed-lock')
const hashOfLock = () => sha256(readFileSync(at('package-lock.json')))
/** An image has no lock file, because its dependencies were installed when it was built. */
const isInstalled = () =>
  !existsSync(at('package-lock.json')) || read(installMarker()) === hashOfLock() || isInstalledByNpm()

/** npm writes a record of what it installed; one newer than the lock file means that npm was run here. */
function isInstalledByNpm() {
  const record = statSync(at('node_modules', '.package-lock.json'), { throwIfNoEntry: false })
  return record !== undefined && record.mtimeMs >= statSync(at('package-lock.json')).mtimeMs
}

/** `next build`, unless the existing build matches these sources. It checks types unless a check has done so. */
function buildIfStale({ areTypesChecked = false } = {}) {
  if (isBuilt()) return
  console.error('Building the panel …')
  build({ areTypesChecked })
}

function isBuilt() {
  const folder = distFolder()
  return existsSync(join(folder, 'BUILD_ID')) && read(join(folder, BUILD_MARKER)) === hashOfSources()
}

export function build({ areTypesChecked = false } = {}) {
  const sourceHash = hashOfSources()
  // An interrupted build counts as outdated.
  rmSync(join(distFolder(), BUILD_MARKER), { force: true })
  run(process.execPath, [at('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...(areTypesChecked && { TYPES_CHECKED: 'on' }) },
  })
  run(process.execPath, [at('scripts', 'compress-static.mjs')])
  narrowServer(distFolder())
  writeFileSync(join(distFolder(), BUILD_MARKER), sourceHash)
}

const BUILD_MARKER = 'build-hash'
const distFolder = () => at(process.env.NEXT_DIST_DIR ?? '.next')

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesBelow).sort((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${file}\0`)
      .update(readFileSync(at(file)))
      .update('\0')
  return hash.digest('hex')
}

/** Tests are not part of the build. */
function filesBelow(path) {
  if (!statSync(at(path)).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(at(path)).flatMap((name) => filesBelow(join(path, name)))
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
