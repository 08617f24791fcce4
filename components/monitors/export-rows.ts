import { type IdentifierType, identifierTypes, maskIdentifier, maskPesels } from '@/lib/domain/identifiers'

import type { MonitorRecord } from './monitor-record'

/**
 * Names of files and columns do not follow the language of the reader: whatever takes them in finds the same ones every
 * time, whoever saved the file.
 */
export const exportColumns = [
  'rodzaj_identyfikatora',
  'identyfikator',
  'nazwa',
  'etykieta',
  'tagi',
  'ostatnie_zrodlo',
  'ostatnie_zdarzenie',
  'filtr',
  'utworzono',
] as const

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
  return typeof kind === 'string' && isKind(kind) ? maskIdentifier(kind, text) : text
}

/** One row of texts per monitor, in the order of `exportColumns`. Numbers stay texts: a NIP is no quantity. */
export function exportRow(monitor: MonitorRecord, { clear, filterNames }: ExportOptions): string[] {
  const known = clear?.get(monitor.id)
  const { filter_id: filterId } = monitor
  const filter = typeof filterId === 'string' ? (filterNames?.get(filterId) ?? filterId) : ''
  const number = known?.identifier_value ?? numberOf(monitor)
  const names = [plain(monitor.subject_name), known?.label ?? plain(monitor.label)]
  const event = [monitor.last_event_source, monitor.last_event_at]
  const cells = [monitor.identifier_type, number, ...names, plain(monitor.tags?.join(', ')), ...event]
  return [...cells, plain(filter), monitor.created_at].map((text) => text ?? '')
}

/** Whether something of a monitor is masked, so that it has to be asked for. */
export const isMasked = ({ identifier_type: kind, label }: MonitorRecord): boolean =>
  kind === 'pesel' || /•/.test(label ?? '')
