import { pino } from 'pino'

import type { ServiceDependencies } from '@/lib/service/http/context'
import { openStorage } from '@/lib/storage/open'

import { type AuditEvent, recordAudit } from '../audit/audit'
import { keepNewFilesPrivate, prepareDataDir } from '../data-dir'
import { type Env, readProcessEnv, serviceConfigOf } from '../env'

/** An expected failure of a command: one line on stderr, exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

export type CommandContext = { readonly env: Env; readonly dependencies: ServiceDependencies }

/** Opens the store beside a running server, does one thing, and closes it again. */
export async function withCommandContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const env = requireCliEnv()
  keepNewFilesPrivate()
  // Standard output belongs to the answer.
  const log = pino({ level: env.logLevel }, pino.destination(2))
  for (const problem of prepareDataDir(env.dataDir)) log.warn({ problem }, 'the data directory is not private')
  const storage = await openStorage(env)
  try {
    return await work({ env, dependencies: { storage, log, clock: () => new Date(), config: serviceConfigOf(env) } })
  } finally {
    await storage.close()
  }
}

export function requireCliEnv(): Env {
  const reading = readProcessEnv()
  if (!reading.ok) throw new CommandFailure(reading.problem)
  return reading.env
}

/** What the operator did, in the audit log of the account. */
export const recordCommand = (
  { dependencies: { storage, clock } }: CommandContext,
  event: Pick<AuditEvent, 'accountId' | 'action' | 'target' | 'before' | 'after'>,
): Promise<void> => recordAudit(storage, { ...event, actor: 'cli', now: clock() })
