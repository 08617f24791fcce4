import { type FileTable, lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { isIdentifierType, maskIdentifier, maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { joinTags } from '@/lib/domain/tags/tags'
import type { MonitorFieldName } from '@/lib/features/monitors/contract/fields'

import type { MonitorRecord } from '../data/monitor-record'

export interface UnmaskedTexts {
  readonly identifier_value: string | null
  readonly label: string | null
}

export interface ExportOptions {
  /** Full personal numbers by monitor; undefined if they stay masked. */
  readonly unmasked: ReadonlyMap<string, UnmaskedTexts> | undefined
  readonly filterNames: ReadonlyMap<string, string | undefined> | undefined
}

const toMasked = (text: string | null | undefined): string => maskPesels(text ?? '')

function numberOf({ identifier_type: kind, identifier_value: value }: MonitorRecord): string {
  const text = value ?? ''
  return typeof kind === 'string' && isIdentifierType(kind) ? maskIdentifier(kind, text) : maskMistyped(text)
}

interface ExportInput extends Pick<ExportOptions, 'filterNames'> {
  readonly monitor: MonitorRecord
  /** The monitor's unmasked texts, if requested. */
  readonly unmasked: UnmaskedTexts | undefined
}

function filterOf({ monitor: { filter_id: id }, filterNames }: ExportInput): string {
  return toMasked(typeof id === 'string' ? (filterNames?.get(id) ?? id) : '')
}

/** A column for every field except the id, in file order. Numbers stay texts, because a NIP is not a quantity. */
const exportColumns: Readonly<Record<Exclude<MonitorFieldName, 'id'>, ValuedColumn<ExportInput>>> = {
  identifier_type: {
    name: 'rodzaj_identyfikatora',
    kind: 'text',
    width: 22,
    value: ({ monitor }) => monitor.identifier_type ?? '',
  },
  identifier_value: {
    name: 'identyfikator',
    kind: 'text',
    width: 38,
    value: ({ monitor, unmasked }) => unmasked?.identifier_value ?? numberOf(monitor),
  },
  subject_name: { name: 'nazwa', kind: 'text', width: 44, value: ({ monitor }) => toMasked(monitor.subject_name) },
  label: {
    name: 'etykieta',
    kind: 'text',
    width: 30,
    value: ({ monitor, unmasked }) => unmasked?.label ?? toMasked(monitor.label),
  },
  tags: { name: 'tagi', kind: 'text', width: 30, value: ({ monitor }) => toMasked(joinTags(monitor.tags ?? [])) },
  last_event_source: {
    name: 'ostatnie_zrodlo',
    kind: 'text',
    width: 16,
    value: ({ monitor }) => monitor.last_event_source ?? '',
  },
  last_event_at: {
    name: 'ostatnie_zdarzenie',
    kind: 'moment',
    width: 20,
    value: ({ monitor }) => monitor.last_event_at ?? '',
  },
  filter_id: { name: 'filtr', kind: 'text', width: 30, value: filterOf },
  created_at: { name: 'utworzono', kind: 'moment', width: 20, value: ({ monitor }) => monitor.created_at ?? '' },
}

/** Whether the monitor has masked texts that must be requested. */
export const hasMaskedText = ({ identifier_type: kind, label }: MonitorRecord): boolean =>
  kind === 'pesel' || isMaskedText(label ?? '')

/** One row per monitor, generated on demand: 50 000 at once would block the page. */
export const monitorsTable = (monitors: readonly MonitorRecord[], options: ExportOptions): FileTable =>
  lazyTable('Monitory', Object.values(exportColumns), toExportInput(monitors, options))

function* toExportInput(
  monitors: readonly MonitorRecord[],
  { unmasked, filterNames }: ExportOptions,
): Generator<ExportInput> {
  for (const monitor of monitors) yield { monitor, unmasked: unmasked?.get(monitor.id), filterNames }
}
