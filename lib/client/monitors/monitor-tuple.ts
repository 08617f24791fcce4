import { type FieldKind, monitorFields } from '@/lib/features/monitors/contract/fields'
import type { MonitorTuple } from '@/lib/features/monitors/contract/monitors'

import type { OperationAnswer } from '../client'

/** A monitor as the service's list has it. */
export type ListedMonitor = OperationAnswer<'monitors.list'>['items'][number]

type Unsaid = { readonly [Kind in FieldKind]: unknown }

/** What stands where the service does not say. */
const unsaidInTuple: Unsaid = { id: null, text: null, given: null, texts: [] }
const unsaidInMonitor: Unsaid = { id: null, text: null, given: undefined, texts: null }

const names = monitorFields.map(({ name }) => name)
const blankTuple: readonly unknown[] = monitorFields.map(({ kind }) => unsaidInTuple[kind])
const blankMonitor: Readonly<Record<string, unknown>> = Object.fromEntries(
  monitorFields.map(({ name, kind }) => [name, unsaidInMonitor[kind]]),
)

/** A monitor as a row of the stream. */
export function toTuple(monitor: ListedMonitor): MonitorTuple {
  const tuple = [...blankTuple]
  let at = 0
  for (const name of names) {
    const value = monitor[name]
    if (value !== undefined && value !== null) tuple[at] = value
    at += 1
  }
  // Sound: one value per field, in their order.
  return tuple as MonitorTuple
}

/** A row of the stream as a monitor. A copy of the blank one, so that fifty thousand have one shape in memory. */
export function toListedMonitor(tuple: MonitorTuple): ListedMonitor {
  const monitor = { ...blankMonitor }
  let at = 0
  for (const name of names) {
    const value = tuple[at]
    if (value !== null) monitor[name] = value
    at += 1
  }
  // Sound: as above.
  return monitor as ListedMonitor
}
