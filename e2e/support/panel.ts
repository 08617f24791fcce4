import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
export const PASSWORD = 'password-of-the-tests'
const START_MS = 60_000
/** Node flags and variables of the C library in `npm start`. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
const START_WORDS = scripts.start.split(' ')
const NODE_FLAGS = START_WORDS.filter((word) => word.startsWith('--'))
const START_ENV = Object.fromEntries(
  START_WORDS.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=', 2)),
) as PanelEnv

export type Panel = {
  readonly url: string
  /** Address of the embedded service, without /v1. */
  readonly apiUrl: string
  readonly dataDir: string
  /** The complete output of the process so far. */
  readonly output: () => string
  readonly pid: number
  /** Runs the operator's command line on the same store; returns its output. Throws when it fails. */
  admin(args: readonly string[], input?: string): string
  kill(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

export type PanelEnv = Readonly<Record<string, string>>

const FIRST_PORT = 20_000
const PORTS = 12_000
let lastPort = (process.pid * 97) % PORTS

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Incremented before the first await, so that two simultaneous calls get different ports. */
async function freePort(): Promise<string> {
  lastPort = (lastPort + 1) % PORTS
  const port = FIRST_PORT + lastPort
  return (await isFree(port)) ? String(port) : freePort()
}

/** Two free ports below the ephemeral ones, which another process could take before a panel uses them. */
export const freePorts = async (): Promise<[string, string]> => [await freePort(), await freePort()]

/**
 * Starts the built panel with a separate data directory. `variables` may be a function of the panel's address. With
 * `isCompact` it saves memory as `npm start` does.
 */
export async function startPanel(
  dataDir: string,
  variables: PanelEnv | ((url: string) => PanelEnv) = {},
  { isCompact = false } = {},
): Promise<Panel> {
  const [port, apiPort] = await freePorts()
  const env = typeof variables === 'function' ? variables(`http://127.0.0.1:${port}`) : variables
  const childEnv = {
    ...baseEnv(),
    ...(isCompact && START_ENV),
    PORT: port,
    API_PORT: apiPort,
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'on',
    DEMO_PASSWORD: PASSWORD,
    RATE_LIMIT_PER_SECOND: '1000',
    RATE_LIMIT_PER_MINUTE: '100000',
    DELIVERY_ALLOW_PRIVATE: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const args = isCompact ? [...NODE_FLAGS, 'scripts/serve.mjs'] : ['scripts/serve.mjs', '--quick']
  const child = spawn(process.execPath, args, { cwd: ROOT, env: childEnv })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const url = `http://127.0.0.1:${childEnv.PORT}`
  await waitUntilHealthy(`${url}/api/health`, child, () => output)
  return {
    url,
    apiUrl: `http://127.0.0.1:${childEnv.API_PORT}`,
    dataDir,
    output: () => output,
    pid: child.pid ?? 0,
    admin: (args, input = '') => runAdmin(childEnv, args, input),
    kill: (signal) => void child.kill(signal),
    stop: () => stopChild(child),
  }
}

/** A tested process inherits none of the caller's settings. */
function baseEnv(): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '', NEXT_DIST_DIR } = process.env
  return { NODE_ENV: 'production', PATH, HOME, ...(NEXT_DIST_DIR && { NEXT_DIST_DIR }) }
}

async function waitUntilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The panel ended with ${child.exitCode}:\n${output()}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`The panel did not answer:\n${output()}`)
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function runAdmin(env: NodeJS.ProcessEnv, args: readonly string[], input: string): string {
  const script = join(ROOT, 'scripts', 'admin.mjs')
  const result = spawnSync(process.execPath, [script, ...args], { cwd: ROOT, env, input, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`admin ${args.join(' ')}: ${result.stderr}`)
  return result.stdout
}
