import type { OperationAnswer } from '@/lib/client/client'
import { lazyCall, lazyPanelCall } from '@/lib/client/queries'
import type { MonitorItem } from '@/lib/contract/monitors'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import type { PanelInput } from '@/lib/features/contract'

import type { KnownMonitor, MonitoredPerson } from '../judge/known-monitors'
import { toKnownMonitors } from '../read/read-known'

const LARGEST_PAGE = 1000

export interface MonitorsPage {
  readonly monitors: readonly KnownMonitor[]
  readonly next: string | undefined
}

interface ChangedMonitor {
  readonly id: string
  readonly type: string
  readonly value: string
  readonly label?: string
  readonly tags: readonly string[]
}

interface SentSubject {
  readonly type: string
  readonly value: string
  readonly tags: readonly string[]
  readonly line: number
}

export interface ImportStep {
  readonly sent?: readonly SentSubject[]
  readonly tagged?: readonly ChangedMonitor[]
  readonly removed?: readonly ChangedMonitor[]
  readonly untagged?: readonly ChangedMonitor[]
}

/** Counts of the list, including the rows that are not sent. */
export type ListFacts = NonNullable<PanelInput<'imports.start'>['body']['list']>

export type Rejection = PanelInput<'imports.reject'>['body']['items'][number]

export interface ImportRecord {
  readonly start: (
    id: string,
    details: {
      readonly kind: 'import' | 'reconcile'
      readonly name: string
      readonly tag: string | null
      readonly subjects: number
      readonly list?: ListFacts | undefined
    },
  ) => Promise<void>
  /** Rows that are not sent or were refused; at most 1000. */
  readonly reject: (id: string, items: readonly Rejection[]) => Promise<void>
  readonly step: (id: string, step: ImportStep) => Promise<void>
  readonly finish: (id: string) => Promise<void>
  readonly takenBack: (id: string) => Promise<void>
}

export interface RevealedMonitor {
  readonly id: string
  readonly value: string
  readonly label: string
}

/** The calls of an import, injected so that tests need no network. */
export interface ImportApi {
  readonly create: (items: readonly MonitorItem[]) => Promise<OperationAnswer<'monitors.bulkCreate'>>
  /** Newest first. */
  readonly page: (cursor: string | undefined) => Promise<MonitorsPage>
  readonly tag: (
    ids: readonly string[],
    change: { add?: readonly string[]; remove?: readonly string[] },
  ) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Returns which of these personal numbers are monitored, because lists show them masked. */
  readonly persons: (values: readonly string[]) => Promise<readonly MonitoredPerson[]>
  /** Starts the panel's record of an import, adds steps and closes it. Every call is idempotent. */
  readonly record: ImportRecord
  /** Returns unmasked values and labels, and writes an entry to the audit log. */
  readonly reveal: (ids: readonly string[]) => Promise<readonly RevealedMonitor[]>
}

const toPage = (answer: OperationAnswer<'monitors.list'>): MonitorsPage => ({
  monitors: answer.items.flatMap(toKnownMonitors),
  next: answer.next_cursor ?? undefined,
})

export const importApi: ImportApi = {
  create: (items) => lazyCall('monitors.bulkCreate', { body: { items: [...items] } }),
  page: async (cursor) => {
    const query = { limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) }
    return toPage(await lazyCall('monitors.list', { query }))
  },
  tag: async (ids, { add = [], remove = [] }) => {
    await lazyCall('monitors.bulkTag', { body: { ids: [...ids], add: [...add], remove: [...remove] } })
  },
  remove: async (id) => {
    await lazyCall('monitors.delete', { params: { id } })
  },
  persons: async (values) => {
    const { known } = await lazyPanelCall('personal.known', { body: { values: [...values] } })
    const ids = new Map(known.map(({ index, id }) => [index, id]))
    return values.map((value, index) => ({ value, id: ids.get(index) }))
  },
  record: {
    start: async (id, { kind, name, tag, subjects, list }) => {
      await lazyPanelCall('imports.start', { params: { id }, body: { kind, file_name: name, tag, subjects, list } })
    },
    reject: async (id, items) => {
      await lazyPanelCall('imports.reject', { params: { id }, body: { items: [...items] } })
    },
    step: async (id, { sent = [], tagged = [], removed = [], untagged = [] }) => {
      const body = {
        sent: sent.map(toSent),
        tagged: tagged.map(toChangedMonitor),
        removed: removed.map(toChangedMonitor),
        untagged: untagged.map(toChangedMonitor),
      }
      await lazyPanelCall('imports.record', { params: { id }, body })
    },
    finish: async (id) => {
      await lazyPanelCall('imports.finish', { params: { id } })
    },
    takenBack: async (id) => {
      await lazyPanelCall('imports.takenBack', { params: { id } })
    },
  },
  reveal: async (ids) => {
    const { items } = await lazyPanelCall('personal.export', { body: { ids: [...ids] } })
    return items.map(({ id, identifier_value: value, label }) => ({ id, value: value ?? '', label: label ?? '' }))
  },
}

const toSent = (each: SentSubject) => ({ ...each, tags: [...each.tags] })
/** Masked values are not sent: the panel finds the real ones by the monitor's id. */
const toChangedMonitor = ({ id, type, value, label = '', tags }: ChangedMonitor) => ({
  id,
  type,
  ...(isMaskedText(value) ? {} : { value }),
  label: isMaskedText(label) ? '' : label,
  tags: [...tags],
})
