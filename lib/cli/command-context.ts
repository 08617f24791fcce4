import { pino } from 'pino'

import { type AuditEvent, recordAuditAlone } from '@/lib/features/audit/audit'
import { useAuditKey } from '@/lib/features/audit/use-audit-key'
import { keepNewFilesPrivate, prepareDataDir } from '@/lib/panel/data-dir'
import { type Env, readProcessEnv, serviceConfigOf } from '@/lib/panel/env'
import { auditKeyIn } from '@/lib/panel/secrets/stored-secrets'
import type { ServiceDependencies } from '@/lib/service/http/context'
import { LONG_STATEMENT_TIMEOUT_S } from '@/lib/storage/limits'
import { openStorage, type OpenOptions } from '@/lib/storage/open'

/** An expected failure of a command: one line on stderr, exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

export type CommandContext = { readonly env: Env; readonly dependencies: ServiceDependencies }

/** `require` by default: commands never migrate an existing store. */
type Schema = OpenOptions['schema']

/** Opens the store while a server may be running, does one thing, and closes it again. */
export const withCommandContext = <T>(work: (context: CommandContext) => Promise<T>, schema?: Schema): Promise<T> =>
  withoutAuditKey(async (context) => {
    await useAuditKey(context.dependencies.storage, auditKeyIn(context.env))
    return work(context)
  }, schema)

/** The same for commands that need no key of the audit log, or use another one. */
export async function withoutAuditKey<T>(
  work: (context: CommandContext) => Promise<T>,
  schema: Schema = 'require',
): Promise<T> {
  const env = requireCliEnv()
  keepNewFilesPrivate()
  // Standard output is reserved for the command's result.
  const log = pino({ level: env.logLevel }, pino.destination(2))
  for (const problem of prepareDataDir(env.dataDir)) log.warn({ problem }, 'the data directory is not private')
  // Commands may take long, so statements get a long time-out.
  const storage = await openStorage({ ...env, statementTimeoutSeconds: LONG_STATEMENT_TIMEOUT_S }, { schema })
  try {
    return await work({ env, dependencies: { storage, log, clock: () => new Date(), config: serviceConfigOf(env) } })
  } finally {
    await storage.close()
  }
}

export function requireCliEnv(): Env {
  const result = readProcessEnv()
  if (!result.ok) throw new CommandFailure(result.problem)
  return result.env
}

/** Records an operator's action in the account's audit log. */
export const recordCommand = (
  { dependencies: { storage, clock } }: CommandContext,
  event: Pick<AuditEvent, 'accountId' | 'action' | 'target' | 'before' | 'after'>,
): Promise<void> => recordAuditAlone(storage, { ...event, actor: 'cli', now: clock() })
