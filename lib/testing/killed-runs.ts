import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'rolldown'

import type { Engine } from '@/lib/storage/storage'

import { startTestService, type TestService } from './service'
import { createDatabase } from './stores'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Not bundled, because they load files at run time. */
const EXTERNAL = ['libsql', 'pg', 'pino', 'nodemailer', 'standardwebhooks', 'ipaddr.js', /^@aws-sdk\//, /^@smithy\//]

export type KilledRuns = {
  /** The service whose store the processes share. */
  readonly service: TestService
  /** Starts another process; its script reads `settings` and the store's settings as JSON from `STORE`. */
  readonly start: (settings: Readonly<Record<string, unknown>>) => ChildProcess
  /** Kills a process immediately, without cleanup. */
  readonly kill: (child: ChildProcess) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Processes that run jobs on one store until they are killed. `script`: TypeScript code of one process; `now`: time of
 * the test's clock.
 */
export async function openKilledRuns(engine: Engine, script: string, now: string): Promise<KilledRuns> {
  // The folder is in the source tree, so that packages are resolved, and has a name that other tools ignore.
  const folder = await mkdtemp(join(ROOT, '.data-turns-'))
  const file = await bundle(folder, script)
  const database = engine === 'postgres' ? await createDatabase() : undefined
  const service = await startTestService({ engine, now, ...(database && { databaseUrl: database.url }) })
  const running = new Set<ChildProcess>()
  const kill = async (child: ChildProcess) => {
    running.delete(child)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    service,
    start: (settings) => {
      const { dataDir } = service.service.dependencies.config
      const store = JSON.stringify({ dataDir, databaseUrl: database?.url, ...settings })
      const child = spawn(process.execPath, [file], {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, STORE: store },
      })
      running.add(child)
      return child
    },
    kill,
    stop: async () => {
      await Promise.all([...running].map(kill))
      await service.stop()
      await database?.drop()
      await rm(folder, { recursive: true })
    },
  }
}

async function bundle(folder: string, script: string): Promise<string> {
  const [input, file] = [join(folder, 'turns.ts'), join(folder, 'turns.mjs')]
  await writeFile(input, script)
  await build({
    cwd: ROOT,
    input,
    platform: 'node',
    external: EXTERNAL,
    resolve: { alias: { '@': ROOT.replace(/\/$/, '') } },
    output: { file, format: 'esm', codeSplitting: false },
    logLevel: 'silent',
  })
  return file
}
