import type { AuditEntry } from '@/lib/contract/panel/audit'
import { tellingFields } from '@/lib/domain/audit/audit-target'
import { namesOfTargets } from '@/lib/storage/panel/audit/audit-targets'
import type { AuditEntryTable } from '@/lib/storage/panel/audit/tables'

import type { PanelContext } from '../context'
import { pick, jsonText } from '../json-field'

/** What an entry may call its target by, the best first. */
const NAMES = ['name', 'email', 'file', 'subject_name', 'label', 'identifier_value'] as const

const parse = (json: string | null): unknown => (json === null ? undefined : (JSON.parse(json) as unknown))

/** By what the entry itself says of its target; an action on many has none. */
function nameIn({ before, after }: Pick<AuditEntryTable, 'before' | 'after'>): string | undefined {
  const [was, is] = [parse(before), parse(after)]
  const found = NAMES.map((field) => jsonText(is, field) ?? jsonText(was, field))
  return found.find((name) => name !== null && name !== '') ?? undefined
}

/** What tells a thing without a name apart, as far as this entry tells it. */
function aboutIn({ before, after }: Pick<AuditEntryTable, 'before' | 'after'>): AuditEntry['target_about'] {
  const reported = { ...pick(parse(before), tellingFields), ...pick(parse(after), tellingFields) }
  return Object.keys(reported).length === 0 ? null : reported
}

/** Entries as they are shown: with their target by name, where the log or the panel knows one. */
export async function namedEntries(
  { storage, account }: Pick<PanelContext, 'storage' | 'account'>,
  entries: readonly AuditEntryTable[],
): Promise<AuditEntry[]> {
  const nameless = entries.filter((entry) => entry.target !== null && nameIn(entry) === undefined)
  const targets = [...new Set(nameless.flatMap(({ target }) => target ?? []))]
  const known = targets.length === 0 ? undefined : await namesOfTargets(storage.db, account.id, targets)
  // Newest first, and the newest name counts.
  const reported = new Map<string, Named>()
  for (const entry of known?.entries ?? []) {
    const { target } = entry
    if (target === null) continue
    const { name, about } = reported.get(target) ?? nobody
    reported.set(target, { name: name ?? nameIn(entry), about: about ?? aboutIn(entry) })
  }
  return entries.map((entry) => {
    const { target } = entry
    if (target === null) return toEntry(entry, nobody)
    const elsewhere = reported.get(target) ?? nobody
    const name = nameIn(entry) ?? elsewhere.name ?? known?.names.get(target)
    return toEntry(entry, { name, about: name === undefined ? (aboutIn(entry) ?? elsewhere.about) : null })
  })
}

type Named = { readonly name: string | undefined; readonly about: AuditEntry['target_about'] }
const nobody: Named = { name: undefined, about: null }

const toEntry = (entry: AuditEntryTable, named: Named): AuditEntry => {
  const { number, at, actor, action, target, before, after, address, hash } = entry
  return {
    number,
    at,
    actor,
    action,
    target,
    target_name: named.name ?? null,
    target_about: named.about,
    before: parse(before),
    after: parse(after),
    address,
    hash,
  }
}
