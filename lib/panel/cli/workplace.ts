import { pino } from 'pino'

import type { ServiceDependencies } from '@/lib/service/context'
import { openStorage } from '@/lib/storage/open'

import { type Deed, recordAudit } from '../audit'
import { prepareDataDir } from '../data-dir'
import { type Env, readProcessEnv, serviceConfigOf } from '../env'

/** An expected failure of a command: one line on stderr, exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

export type Workplace = { readonly env: Env; readonly dependencies: ServiceDependencies }

/** Opens the store beside a running server, does one thing, and closes it again. */
export async function withWorkplace<T>(work: (workplace: Workplace) => Promise<T>): Promise<T> {
  const env = requireEnv()
  prepareDataDir(env.dataDir)
  const storage = await openStorage(env)
  // Standard output belongs to the answer.
  const log = pino({ level: env.logLevel }, pino.destination(2))
  try {
    return await work({ env, dependencies: { storage, log, clock: () => new Date(), config: serviceConfigOf(env) } })
  } finally {
    await storage.close()
  }
}

export function requireEnv(): Env {
  const reading = readProcessEnv()
  if (!reading.ok) throw new CommandFailure(reading.problem)
  return reading.env
}

/** What the operator did, in the audit log of the account. */
export const recordDeed = (
  { dependencies: { storage, clock } }: Workplace,
  deed: Pick<Deed, 'accountId' | 'action' | 'target' | 'before' | 'after'>,
): Promise<void> => recordAudit(storage, { ...deed, actor: 'cli', now: clock() })
