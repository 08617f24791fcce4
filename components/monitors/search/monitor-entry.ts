import { foldText } from '@/lib/domain/fold'

import type { MonitorRecord } from '../data/monitor-record'
import { polishKey } from './polish-key'

/** A monitor with precomputed values for searching and sorting, because both run on every key press. */
export interface MonitorEntry {
  readonly monitor: MonitorRecord
  /** Folded name, label and number, without a masked PESEL. */
  readonly text: string
  /** The key for sorting in Polish alphabetical order. */
  readonly nameKey: string
}

const present = (text: string | null | undefined): text is string => typeof text === 'string' && text !== ''

export function toEntry(monitor: MonitorRecord): MonitorEntry {
  const { subject_name: subject, label, identifier_type: kind, identifier_value: value } = monitor
  const number = kind === 'pesel' ? null : value
  return {
    monitor,
    // Joined by line breaks, so that a word does not match across two fields.
    text: foldText([subject, label, number].filter(present).join('\n')),
    nameKey: polishKey([subject, label, value].find(present) ?? ''),
  }
}
