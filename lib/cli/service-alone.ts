import { destination } from 'pino'

import { createKeyActions, refusedKeyEvent } from '@/lib/features/audit/key-actions'
import { flushSecurityEvents, noteSecurityEvent } from '@/lib/features/audit/security-events'
import { useAuditKey } from '@/lib/features/audit/use-audit-key'
import { apiCallerAddress } from '@/lib/features/keys/api-caller-address'
import { usesSampleData } from '@/lib/features/sample/sample-mode'
import { keepNewFilesPrivate, prepareDataDir } from '@/lib/panel/data-dir'
import { serviceConfigOf } from '@/lib/panel/env'
import { storeWarnings } from '@/lib/panel/health/store-warnings'
import { createLog } from '@/lib/panel/log'
import { allowSlowConnects } from '@/lib/panel/outgoing/slow-connects'
import { auditKeyIn } from '@/lib/panel/secrets/stored-secrets'
import { logMigrations } from '@/lib/panel/store-log'
import { sampleData } from '@/lib/sample/sample-data'
import { startEmbedded } from '@/lib/service/embedded'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { openStorage } from '@/lib/storage/open'
import { watchStore } from '@/lib/storage/schema/watch-store'
import { createMetrics, useMetrics } from '@/lib/telemetry/metrics'

import { CommandFailure, requireCliEnv } from './command-context'

/**
 * Starts the embedded service with its own HTTP server and without the panel, `npm run service`: for developing
 * against the API, for tests and for benchmarks. Resolves with the server's address once it answers.
 */
export async function startServiceAlone(): Promise<string> {
  const env = requireCliEnv()
  if (env.remote) throw new CommandFailure('REGISTERS_API_URL must not be set: this is the service itself')
  keepNewFilesPrivate()
  allowSlowConnects()
  const log = createLog(env.logLevel, destination(2))
  for (const problem of prepareDataDir(env.dataDir)) log.warn({ problem }, 'the data directory is not private')
  // This server exposes no metrics, as the panel's port does; they are only collected to measure their cost
  // (`bench:service`).
  if (env.metricsToken !== undefined) useMetrics(await createMetrics())
  const storage = await openStorage(env, { report: logMigrations(log) })
  for (const warning of storeWarnings(storage, env.dataDir)) log.warn(warning)
  await useAuditKey(storage, auditKeyIn(env))
  const dependencies: ServiceDependencies = {
    storage,
    clock: () => new Date(),
    log,
    config: serviceConfigOf(env),
    writeLog: createKeyActions(),
    onRefusedKey: (refused) => noteSecurityEvent({ storage, log }, refusedKeyEvent(refused, new Date())),
  }
  const { host, apiPort: port } = env
  const isSampleInUse = () => usesSampleData(env, storage.db)
  const loadsSample = await isSampleInUse()
  const httpOptions = {
    host,
    port,
    addressOf: apiCallerAddress(env),
    isTrusted: (address: string) => env.trustedProxies.has(address),
  }
  const embedded = await startEmbedded(dependencies, {
    ...httpOptions,
    sample: sampleData,
    loadsSample,
    isSamplePublishing: isSampleInUse,
  })
  const stop = (code: number) =>
    void embedded
      .stop()
      .then(() => flushSecurityEvents({ storage, log }))
      .then(() => storage.close())
      .then(() => process.exit(code))
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  watchStore(storage, (line) => {
    log.fatal({ event: 'store.refused' }, `${line}; this process stops`)
    stop(1)
  })
  return `http://${host}:${port}/v1`
}
