import { foldText } from '@/lib/domain/fold'

import type { MonitorRecord } from '../data/monitor-record'
import { polishKey } from './polish-key'

/** A monitor with what searching and sorting ask of it at every key press, made once. */
export interface MonitorEntry {
  readonly monitor: MonitorRecord
  /** Folded name, label and number; a PESEL, which is masked here, is left out. */
  readonly text: string
  /** By which it stands among others in a Polish alphabet. */
  readonly nameKey: string
}

const present = (text: string | null | undefined): text is string => typeof text === 'string' && text !== ''

export function toEntry(monitor: MonitorRecord): MonitorEntry {
  const { subject_name: subject, label, identifier_type: kind, identifier_value: value } = monitor
  const number = kind === 'pesel' ? null : value
  return {
    monitor,
    // Between lines, so that no word is found across two fields.
    text: foldText([subject, label, number].filter(present).join('\n')),
    nameKey: polishKey([subject, label, value].find(present) ?? ''),
  }
}
