import type { FileColumn, FileRow, FileTable } from '@/lib/domain/file-table'
import {
  type IdentifierType,
  identifierTypes,
  maskIdentifier,
  maskMistyped,
  maskPesels,
} from '@/lib/domain/identifiers'
import { joinTags } from '@/lib/domain/tags'

import type { MonitorRecord } from './monitor-record'

const exportColumns = [
  { name: 'rodzaj_identyfikatora', kind: 'text', width: 22 },
  { name: 'identyfikator', kind: 'text', width: 38 },
  { name: 'nazwa', kind: 'text', width: 44 },
  { name: 'etykieta', kind: 'text', width: 30 },
  { name: 'tagi', kind: 'text', width: 30 },
  { name: 'ostatnie_zrodlo', kind: 'text', width: 16 },
  { name: 'ostatnie_zdarzenie', kind: 'moment', width: 20 },
  { name: 'filtr', kind: 'text', width: 30 },
  { name: 'utworzono', kind: 'moment', width: 20 },
] as const satisfies readonly FileColumn[]

/** What a monitor's file row shows in the clear. */
export interface ClearTexts {
  readonly identifier_value: string | null
  readonly label: string | null
}

export interface ExportOptions {
  /** Personal numbers in full, by monitor; undefined when they stay masked. */
  readonly clear: ReadonlyMap<string, ClearTexts> | undefined
  readonly filterNames: ReadonlyMap<string, string | undefined> | undefined
}

const isKind = (kind: string): kind is IdentifierType => identifierTypes.some((type) => type === kind)
const plain = (text: string | null | undefined): string => maskPesels(text ?? '')

function numberOf({ identifier_type: kind, identifier_value: value }: MonitorRecord): string {
  const text = value ?? ''
  return typeof kind === 'string' && isKind(kind) ? maskIdentifier(kind, text) : maskMistyped(text)
}

/** Numbers stay texts: a NIP is no quantity. */
function exportRow(monitor: MonitorRecord, { clear, filterNames }: ExportOptions): FileRow {
  const known = clear?.get(monitor.id)
  const { filter_id: filterId } = monitor
  const filter = typeof filterId === 'string' ? (filterNames?.get(filterId) ?? filterId) : ''
  const number = known?.identifier_value ?? numberOf(monitor)
  const names = [plain(monitor.subject_name), known?.label ?? plain(monitor.label)]
  const event = [monitor.last_event_source, monitor.last_event_at]
  const cells = [monitor.identifier_type, number, ...names, plain(joinTags(monitor.tags ?? [])), ...event]
  return [...cells, plain(filter), monitor.created_at].map((text) => text ?? '')
}

/** Whether something of a monitor is masked, so that it has to be asked for. */
export const isMasked = ({ identifier_type: kind, label }: MonitorRecord): boolean =>
  kind === 'pesel' || /•/.test(label ?? '')

/** One row per monitor, made as it is asked for: fifty thousand at once would hold up the page. */
export const monitorsTable = (monitors: readonly MonitorRecord[], options: ExportOptions): FileTable => ({
  name: 'Monitory',
  columns: exportColumns,
  rows: rowsOf(monitors, options),
})

function* rowsOf(monitors: readonly MonitorRecord[], options: ExportOptions): Generator<FileRow> {
  for (const monitor of monitors) yield exportRow(monitor, options)
}
