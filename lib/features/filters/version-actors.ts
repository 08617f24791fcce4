import { listAuditEntries } from '@/lib/features/audit/statements/audit'
import { panelOperationOf } from '@/lib/features/contract'
import type { PanelContext } from '@/lib/panel/context'
import type { FilterVersionRow } from '@/lib/service/monitors/statements/evidence'

const ENTRIES = 1000
/** The audit entry follows the change, once the service has answered; this is the longest delay in milliseconds. */
const LATEST_MS = 10_000
/** The clock of a remote service may be slow. */
const EARLIEST_MS = 5_000

const ACTIONS: Readonly<Partial<Record<FilterVersionRow['kind'], string>>> = {
  created: 'filters.create',
  changed: 'filters.update',
  seen: 'filters.update',
  deleted: 'filters.delete',
}

/**
 * E-mail of each version's author, from the audit entry that follows it; null for a key, for a version without an
 * entry, and for a role that may not read the log.
 */
export async function findVersionAuthors(
  { storage, account, user }: PanelContext,
  filterId: string,
  versions: readonly FilterVersionRow[],
): Promise<(string | null)[]> {
  if (!mayReadLog(user)) return versions.map(() => null)
  const entries = await listAuditEntries(storage.db, { accountId: account.id, target: filterId, limit: ENTRIES })
  const remaining = entries.toReversed()
  return versions.map(({ kind, at, changed_at: changedAt }, index) => {
    const action = kind === 'seen' && index === 0 ? 'filters.create' : ACTIONS[kind]
    const changeTime = Date.parse(changedAt ?? at)
    const entryAt = remaining.findIndex((each) => each.action === action && isNear(Date.parse(each.at) - changeTime))
    const entry = remaining[entryAt]
    if (entry === undefined) return null
    remaining.splice(entryAt, 1)
    return personOf(entry)
  })
}

/** E-mail of the user who deleted each filter, newest deletions first, as far as the audit log shows it. */
export async function findFilterDeleters({
  storage,
  account,
  user,
}: PanelContext): Promise<ReadonlyMap<string, string>> {
  if (!mayReadLog(user)) return new Map()
  const query = { accountId: account.id, action: 'filters.delete', limit: ENTRIES }
  const persons = new Map<string, string>()
  for (const entry of await listAuditEntries(storage.db, query)) {
    const person = personOf(entry)
    if (entry.target !== null && person !== null) persons.set(entry.target, person)
  }
  return persons
}

const mayReadLog = ({ role }: PanelContext['user']): boolean => panelOperationOf('audit.list').roles.includes(role)
const personOf = ({ actor }: { readonly actor: string }): string | null => (actor.startsWith('key:') ? null : actor)

const isNear = (later: number): boolean => later >= -EARLIEST_MS && later <= LATEST_MS
