import 'server-only'
import { sql } from 'kysely'

import type { Env } from '@/lib/panel/env'

import { getRuntime, type Runtime } from './runtime'
import { askRemote } from './upstream/remote'

type Part = 'storage' | 'upstream'
export type Health = {
  readonly status: 'ok' | 'failed'
  readonly upstream: 'embedded' | 'remote'
  readonly storage: 'sqlite' | 'postgres'
  readonly failing?: Part
  /** Anchors of the audit log could not be written to the operator's file; what people ask for works. */
  readonly anchors?: 'failing'
  /** The mail server takes no e-mails; they wait, and what people ask for works. */
  readonly mail?: 'failing'
}

/** A remote service is asked this often at most, however often the health is. */
const UPSTREAM_EVERY_MS = 15_000
const UPSTREAM_TIMEOUT_MS = 3000
let lastSeen: { at: number; alive: boolean } | undefined

export async function checkHealth(): Promise<Health> {
  const runtime = getRuntime()
  const failing = await failingPart(runtime)
  return {
    status: failing ? 'failed' : 'ok',
    upstream: runtime.service ? 'embedded' : 'remote',
    storage: runtime.storage.engine,
    ...(failing && { failing }),
    ...(runtime.anchors.isFailing() && { anchors: 'failing' }),
    ...(runtime.mail.isFailing() && { mail: 'failing' }),
  }
}

async function failingPart(runtime: Runtime): Promise<Part | undefined> {
  if (!(await storageAnswers(runtime))) return 'storage'
  if (runtime.env.remote && !(await remoteAnswers(runtime.env.remote))) return 'upstream'
  return undefined
}

async function storageAnswers({ storage }: Runtime): Promise<boolean> {
  try {
    await sql`select 1`.execute(storage.db)
    return true
  } catch {
    return false
  }
}

/** Reachable is healthy: a refused key or an empty pool is the account's business and shown in its settings. */
async function remoteAnswers(remote: NonNullable<Env['remote']>): Promise<boolean> {
  if (lastSeen && Date.now() - lastSeen.at < UPSTREAM_EVERY_MS) return lastSeen.alive
  const request = new Request('http://upstream.invalid/v1/usage/summary')
  const answer = await askRemote({ ...remote, timeoutMs: UPSTREAM_TIMEOUT_MS }, request)
  const text = await answer.text()
  lastSeen = { at: Date.now(), alive: answer.status < 500 || text.includes('upstream_unauthorized') }
  return lastSeen.alive
}
