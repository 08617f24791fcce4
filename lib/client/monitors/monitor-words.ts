import { shownText } from '@/lib/domain/events/event-text'
import { shortName } from '@/lib/domain/format/short-name'

import type { OperationAnswer } from '../client'

type NamedMonitor = OperationAnswer<'monitors.list'>['items'][number]

export interface MonitorWords {
  /** Undefined where neither the register nor anybody named it. */
  readonly name: string | undefined
  /** `KRS 0000123456`; of a person only that it is one. Undefined for a monitor by a filter. */
  readonly note: string | undefined
}

/** A monitor in two short texts, for lists to choose from. */
export function monitorWords(monitor: NamedMonitor): MonitorWords {
  const name = shownText(monitor.subject_name) ?? shownText(monitor.label)
  return { name: name === undefined ? undefined : shortName(name), note: noteOf(monitor) }
}

function noteOf({ identifier_type: kind, identifier_value: value }: NamedMonitor): string | undefined {
  if (typeof kind !== 'string') return undefined
  return kind === 'pesel' || typeof value !== 'string' ? kind.toUpperCase() : `${kind.toUpperCase()} ${value}`
}
