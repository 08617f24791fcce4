import 'server-only'
import type { Server } from 'node:http'

import type { Logger } from 'pino'

import type { Env } from '@/lib/panel/env'
import { VERSION } from '@/lib/panel/version'
import { listMigrations } from '@/lib/storage/status/store-size'
import type { Storage } from '@/lib/storage/storage'
import { createMetrics, metrics, useMetrics } from '@/lib/telemetry/metrics'
import { useTracing } from '@/lib/telemetry/spans'
import { createTracing } from '@/lib/telemetry/tracing'

import type { Runtime } from './runtime'

export const startedAt = new Date()

/** Runs before the store is opened, so that all its statements are measured. */
export async function startTelemetry({ metricsToken, tracesEndpoint }: Env, log: Logger): Promise<void> {
  if (metricsToken !== undefined) useMetrics(await createMetrics())
  if (tracesEndpoint === undefined) return
  useTracing(await createTracing({ endpoint: tracesEndpoint, version: VERSION, log }))
  log.info({ endpoint: tracesEndpoint }, 'traces are sent')
}

/**
 * Logs one line about the opened store, and labels the metrics with it. Migrations have their own lines
 * (`store-log.ts`).
 */
export async function noteStore({ db, engine, location }: Storage, log: Logger): Promise<void> {
  const schema = (await listMigrations(db)).at(-1)?.name ?? 'none'
  log.info({ engine, location, schema }, 'the store is open')
  metrics()?.set('registers_build_info', { version: VERSION, engine, schema, node: process.version }, 1)
}

/** Logs one line once the pages and the service can be reached. */
export function noteListening({ env, service, log }: Runtime, server: Server | undefined): void {
  const boundAddress = server?.address()
  const address =
    typeof boundAddress === 'object' && boundAddress !== null
      ? `${boundAddress.address}:${boundAddress.port}`
      : undefined
  const behind = service ? { service: `${env.host}:${env.apiPort}` } : { remote: new URL(env.remote?.url ?? '').host }
  log.info({ address, ...behind }, 'listening')
}
