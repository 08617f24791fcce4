import { type FieldKind, monitorFields } from '@/lib/features/monitors/contract/fields'
import type { MonitorTuple } from '@/lib/features/monitors/contract/monitors'

import type { OperationAnswer } from '../client'

/** A monitor as the service lists it. */
export type ListedMonitor = OperationAnswer<'monitors.list'>['items'][number]

type MissingValues = { readonly [Kind in FieldKind]: unknown }

/** Values for fields that the service leaves out. */
const missingInTuple: MissingValues = { id: null, text: null, given: null, texts: [] }
const missingInMonitor: MissingValues = { id: null, text: null, given: undefined, texts: null }

const names = monitorFields.map(({ name }) => name)
const blankTuple: readonly unknown[] = monitorFields.map(({ kind }) => missingInTuple[kind])
const blankMonitor: Readonly<Record<string, unknown>> = Object.fromEntries(
  monitorFields.map(({ name, kind }) => [name, missingInMonitor[kind]]),
)

export function toTuple(monitor: ListedMonitor): MonitorTuple {
  const tuple = [...blankTuple]
  let at = 0
  for (const name of names) {
    const value = monitor[name]
    if (value !== undefined && value !== null) tuple[at] = value
    at += 1
  }
  // Safe: one value per field, in their order.
  return tuple as MonitorTuple
}

/**
 * Converts a tuple of the stream to a monitor. It copies a blank one, so that fifty thousand monitors share one hidden
 * class.
 */
export function toListedMonitor(tuple: MonitorTuple): ListedMonitor {
  const monitor = { ...blankMonitor }
  let at = 0
  for (const name of names) {
    const value = tuple[at]
    if (value !== null) monitor[name] = value
    at += 1
  }
  // Safe: one value per field, as in `toTuple`.
  return monitor as ListedMonitor
}
