import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'

import { freePorts, type PanelEnv, ROOT } from './panel'

/** In the long run a checkout really installs and builds; otherwise it uses what this one installed and built. */
export const isLong = process.env['TEST_LONG'] === 'on'
/** Longest duration of a start on a busy machine. */
export const START_MS = isLong ? 15 * 60_000 : 300_000

/** A copy of this checkout as `git clone` creates it: nothing installed, nothing built, no data. */
export type Checkout = {
  readonly folder: string
  /** Runs a line of the README in a shell, in the checkout. */
  run(line: string, env?: PanelEnv): { readonly code: number | null; readonly stdout: string; readonly stderr: string }
  /** Starts a line in a shell and leaves it running. */
  spawn(line: string, env: PanelEnv): ChildHandle
  /** Starts a line of the README in a shell and waits until it reports that it serves, or ends. */
  start(line: string, env?: PanelEnv): Promise<StartedPanel>
  remove(): void
}

type ChildHandle = {
  readonly output: () => string
  readonly hasEnded: () => boolean
  /** The exit code after SIGTERM to npm, as sent by a terminal or a supervisor. */
  stop(): Promise<number | null>
}

export type StartedPanel = ChildHandle & { readonly url: string; readonly apiUrl: string }

export function makeCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  const ignored = ignoredNames()
  const filter = (path: string) => path === ROOT || !isIgnored(basename(path), ignored)
  // With its times, so that what was compressed for the first build is not compressed again.
  cpSync(ROOT, folder, { recursive: true, preserveTimestamps: true, filter })
  const shims = join(folder, '.git', 'shims')
  mkdirSync(shims, { recursive: true })
  if (!isLong) writeShims(shims)
  const environment = (env: PanelEnv): NodeJS.ProcessEnv => {
    const { PATH = '', HOME = '', TEST_BROWSER = '' } = process.env
    return { NODE_ENV: 'production', PATH: `${shims}${delimiter}${PATH}`, HOME, TEST_BROWSER, ...env }
  }
  const children: ChildProcess[] = []
  // With `exec` a signal reaches npm, as it does from a terminal.
  const begin = (line: string, env: NodeJS.ProcessEnv) => {
    const child = spawn('sh', ['-c', line.replace(/(^|\s)npm /, '$1exec npm ')], { cwd: folder, env, detached: true })
    children.push(child)
    return child
  }
  return {
    folder,
    run: (line, env = {}) => {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
        cwd: folder,
        env: environment(env),
        encoding: 'utf8',
      })
      return { code: status, stdout, stderr }
    },
    spawn: (line, env) => watch(begin(line, environment(env))),
    start: async (line, env = {}) => {
      const [PORT, API_PORT] = await freePorts()
      const childEnv = { PORT, API_PORT, ...env }
      const watched = watch(begin(line, environment(childEnv)))
      await waitUntilServing(watched)
      return { ...watched, url: `http://127.0.0.1:${childEnv.PORT}`, apiUrl: `http://127.0.0.1:${childEnv.API_PORT}` }
    },
    remove: () => {
      for (const { pid } of children) if (pid !== undefined) killGroup(pid)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function watch(child: ChildProcess): ChildHandle {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function waitUntilServing(watched: ChildHandle): Promise<void> {
  const until = Date.now() + START_MS
  while (!/^Panel {4}http/m.test(watched.output())) {
    if (!watched.hasEnded() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
    else throw new Error(`The panel did not come up:\n${watched.output()}`, { cause: await watched.stop() })
  }
}

/** Kills what a failed test left running: npm, its shell and the panel. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

const ignoredNames = () =>
  readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\/$/, ''))

const isIgnored = (name: string, patterns: readonly string[]) =>
  name === '.git' ||
  patterns.some((pattern) =>
    pattern.includes('*')
      ? new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`).test(name)
      : name === pattern,
  )

/**
 * `npm ci` links what is installed here, and `next build` copies what is built here (`link-installed.mjs`). Everything
 * else is real.
 */
function writeShims(shims: string): void {
  const npm = spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.trim()
  const install = [
    process.execPath,
    join(ROOT, 'e2e', 'support', 'link-installed.mjs'),
    ROOT,
    process.env['NEXT_DIST_DIR'] ?? '.next',
  ]
  const quoted = install.map((word) => `'${word}'`).join(' ')
  writeFileSync(join(shims, 'npm'), `#!/bin/sh\n[ "$1" = ci ] && exec ${quoted}\nexec '${npm}' "$@"\n`)
  chmodSync(join(shims, 'npm'), 0o755)
}
