import { eventSeverities, isEventKind, type SeverityChoices } from '@/lib/domain/events/event-kinds'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

/** Kinds and severities that only a newer version knows are left out. */
export async function readSeverityChoices(db: Db, accountId: string): Promise<SeverityChoices> {
  const rows = await ofAccount(db, 'event_severities', accountId).select(['kind', 'severity']).orderBy('kind').execute()
  const known = rows.flatMap(({ kind, severity }) => {
    const choice = eventSeverities.find((each) => each === severity)
    return choice !== undefined && isEventKind(kind) ? [[kind, choice] as const] : []
  })
  return Object.fromEntries(known)
}

export async function replaceSeverityChoices(db: AccountTx, accountId: string, choices: SeverityChoices) {
  await db.deleteFrom('event_severities').where('account_id', '=', accountId).execute()
  const rows = Object.entries(choices).map(([kind, severity]) => ({ account_id: accountId, kind, severity }))
  await insertAll(db, 'event_severities', rows)
}
