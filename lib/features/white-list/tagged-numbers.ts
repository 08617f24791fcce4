import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { eachMonitor, noRetry } from '@/lib/features/personal-data/watched-records'
import type { CallService } from '@/lib/panel/context'

import type { RunRow } from './make-run'

export type TaggedNumbers = {
  readonly rows: readonly RunRow[]
  /** Monitors of the tag without a NIP or KRS: persons, filters, ids. */
  readonly without: number
}

/** The companies that currently carry a tag, each number once. */
export async function readTaggedNumbers(callService: CallService, tag: string): Promise<TaggedNumbers> {
  const rows = new Map<string, RunRow>()
  let without = 0
  const walk = { patience: noRetry, filter: { tag: [tag] } }
  for await (const monitor of eachMonitor(callService, walk)) {
    // A service that does not know the parameter returns all monitors.
    if (monitor.tags != null && !monitor.tags.includes(tag)) continue
    const number = numberOf(monitor)
    if (number === undefined) without += 1
    else rows.set(`${number.kind} ${number.value}`, { line: rows.size + 1, ...number, account: null, day: null })
  }
  return { rows: [...rows.values()], without }
}

type IdentifiedMonitor = {
  readonly identifier_type?: string | null | undefined
  readonly identifier_value?: string | null | undefined
}

/** A company by NIP or KRS; undefined for every other monitored subject, such as persons. */
function numberOf({
  identifier_type: kind,
  identifier_value: value,
}: IdentifiedMonitor): Pick<RunRow, 'kind' | 'value'> | undefined {
  if ((kind !== 'nip' && kind !== 'krs') || value == null) return undefined
  const checked = checkIdentifier(kind, value)
  return checked.ok ? { kind, value: checked.value } : undefined
}
