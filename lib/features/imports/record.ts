import { checkIdentifier, type IdentifierType, identifierTypes, maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { PanelParsed } from '@/lib/features/contract'
import { eachPage, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import type { RecordedValues } from '@/lib/service/monitors/statements/recorded-values'

import { findImport, type StoredImport, insertImportMonitors } from './statements'
import type { ImportMonitorTable } from './tables'

type Step = PanelParsed<'imports.record'>['body']

export async function requireImport({ storage, account }: PanelContext, id: string): Promise<StoredImport> {
  const found = await findImport(storage.db, account.id, id)
  if (!found) throw new HttpError('not_found', 'No such import')
  return found
}

/** Records the effects of a step; monitors from before the import are excluded from the added ones. */
export async function recordStep(context: PanelContext, row: StoredImport, step: Step): Promise<void> {
  const recordedValues = await recordedValuesOf(context.storage.db, context.account.id)
  const input = { ...context, toStoredValue: recordedValues.value }
  const added = await findAdded(input, row, step.sent)
  const rows = [...added]
  for (const effect of ['tagged', 'removed', 'untagged'] as const) {
    for (const each of step[effect]) rows.push(toRow(input, row, { ...(await withNumber(context, each)), effect }))
  }
  await insertImportMonitors(context.storage.db, rows)
}

/** Looks up numbers of which the page only has a mask; they are stored as hashes. */
async function withNumber({ callService }: PanelContext, { value, label, ...rest }: Step['tagged'][number]) {
  if (value !== undefined) return { ...rest, value, label }
  const monitor = await callService('monitors.get', { params: { id: rest.id } })
  return { ...rest, value: monitor.identifier_value ?? '', label: label === '' ? (monitor.label ?? '') : label }
}

type RecordContext = PanelContext & { readonly toStoredValue: RecordedValues['value'] }

const keyOf = (type: string, value: string): string => `${type} ${value}`

/** Finds the monitors of these subjects in the newest part of the list. */
async function findAdded(context: RecordContext, row: StoredImport, sent: Step['sent']): Promise<ImportMonitorTable[]> {
  const sentByKey = new Map(sent.map((each) => [keyOf(each.type, canonicalValue(each)), each]))
  const rows: ImportMonitorTable[] = []
  if (sentByKey.size === 0) return rows
  for await (const { items } of eachPage(context.callService)) {
    const newer = items.filter((monitor) => isNewer(monitor, row))
    for (const monitor of newer) {
      const key = keyOfMonitor(monitor)
      const found = sentByKey.get(key)
      if (found !== undefined) rows.push(toAdded(context, row, { ...found, monitor }))
      sentByKey.delete(key)
    }
    // Newest first: older ones existed before.
    if (sentByKey.size === 0 || newer.length === 0) break
  }
  return rows
}

const keyOfMonitor = ({ identifier_type: type, identifier_value: value }: WatchedRecord): string =>
  keyOf(type ?? '', value ?? '')

type AddedMonitor = Step['sent'][number] & { readonly monitor: WatchedRecord }

const toAdded = (context: RecordContext, row: StoredImport, { monitor, ...sent }: AddedMonitor): ImportMonitorTable => {
  const { id, label, tags } = monitor
  const input = { effect: 'added' as const, id, label: label ?? '', tags: tags ?? sent.tags }
  return toRow(context, row, { ...sent, ...input, named: isNamed(monitor) })
}

/** Null for a person, whose name no register has to know, and if the service does not report it. */
const isNamed = ({ identifier_type: type, subject_name: name }: WatchedRecord): boolean | null =>
  type === 'pesel' || name === undefined ? null : name !== null && name !== ''

const isNewer = ({ created_at: at }: WatchedRecord, { newest_at: newest }: StoredImport): boolean =>
  newest === null || (typeof at === 'string' && Date.parse(at) > Date.parse(newest))

const isType = (type: string): type is IdentifierType => identifierTypes.some((each) => each === type)

function canonicalValue({ type, value }: { readonly type: string; readonly value: string }): string {
  const checked = isType(type) ? checkIdentifier(type, value) : undefined
  return checked?.ok === true ? checked.value : value
}

type TouchedMonitor = {
  readonly effect: ImportMonitorTable['effect']
  readonly id: string
  readonly type: string
  readonly value: string
  readonly label: string
  readonly tags: readonly string[]
  readonly line?: number | null | undefined
  readonly named?: boolean | null
}

/** Builds the row of a monitor, without personal numbers. */
const toRow = (
  { account, now, toStoredValue }: RecordContext,
  { id: importId }: StoredImport,
  { effect, id, type, value, label, tags, line = null, named = null }: TouchedMonitor,
): ImportMonitorTable => ({
  import_id: importId,
  account_id: account.id,
  monitor_id: id,
  effect,
  identifier_type: type,
  identifier: toStoredValue(type, value),
  label: maskPesels(label),
  tags: JSON.stringify(tags.map(maskPesels)),
  state: 'kept',
  at: now.toISOString(),
  line,
  named: named === null ? null : Number(named),
  undone_at: null,
  undone_by: null,
})
