import { shownText } from '@/lib/domain/events/event-text'
import { shortName } from '@/lib/domain/format/short-name'

import type { OperationAnswer } from '../client'

type NamedMonitor = OperationAnswer<'monitors.list'>['items'][number]

export interface MonitorWords {
  /** Undefined when neither the register nor the user named it. */
  readonly name: string | undefined
  /** `KRS 0000123456`, or only `PESEL` for a person. Undefined for a monitor that watches a filter. */
  readonly note: string | undefined
}

/** Describes a monitor in two short texts, for selection lists. */
export function monitorWords(monitor: NamedMonitor): MonitorWords {
  const name = shownText(monitor.subject_name) ?? shownText(monitor.label)
  return { name: name === undefined ? undefined : shortName(name), note: noteOf(monitor) }
}

function noteOf({ identifier_type: kind, identifier_value: value }: NamedMonitor): string | undefined {
  if (typeof kind !== 'string') return undefined
  return kind === 'pesel' || typeof value !== 'string' ? kind.toUpperCase() : `${kind.toUpperCase()} ${value}`
}
