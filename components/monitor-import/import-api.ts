import type { Answer } from '@/lib/client/client'
import type { MonitorItem } from '@/lib/contract/monitors'

import type { KnownMonitor } from './checked-row'
import type { KnownPerson } from './known-monitors'
import { toKnown } from './read-known'

const LARGEST_PAGE = 1000

export interface MonitorsPage {
  readonly monitors: readonly KnownMonitor[]
  readonly next: string | undefined
}

export interface RevealedMonitor {
  readonly id: string
  readonly value: string
  readonly label: string
}

/** The calls of an import, so that its rules can be tried without a network. */
export interface ImportApi {
  readonly create: (items: readonly MonitorItem[]) => Promise<Answer<'monitors.bulkCreate'>>
  /** Newest first. */
  readonly page: (cursor: string | undefined) => Promise<MonitorsPage>
  readonly tag: (
    ids: readonly string[],
    change: { add?: readonly string[]; remove?: readonly string[] },
  ) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Which of these personal numbers are monitored; lists show them masked. */
  readonly persons: (values: readonly string[]) => Promise<readonly KnownPerson[]>
  /** Values and labels in the clear; leaves an entry in the audit log. */
  readonly reveal: (ids: readonly string[]) => Promise<readonly RevealedMonitor[]>
}

const toPage = (answer: Answer<'monitors.list'>): MonitorsPage => ({
  monitors: answer.items.flatMap(toKnown),
  next: answer.next_cursor ?? undefined,
})

export const importApi: ImportApi = {
  create: async (items) => (await load())('monitors.bulkCreate', { body: { items: [...items] } }),
  page: async (cursor) => {
    const query = { limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) }
    return toPage(await (await load())('monitors.list', { query }))
  },
  tag: async (ids, { add = [], remove = [] }) => {
    const call = await load()
    await call('monitors.bulkTag', { body: { ids: [...ids], add: [...add], remove: [...remove] } })
  },
  remove: async (id) => {
    const call = await load()
    await call('monitors.delete', { params: { id } })
  },
  persons: async (values) => {
    const panelCall = await loadPanel()
    const { known } = await panelCall('personal.known', { body: { values: [...values] } })
    const ids = new Map(known.map(({ index, id }) => [index, id]))
    return values.map((value, index) => ({ value, id: ids.get(index) }))
  },
  reveal: async (ids) => {
    const panelCall = await loadPanel()
    const { items } = await panelCall('personal.export', { body: { ids: [...ids] } })
    return items.map(({ id, identifier_value: value, label }) => ({ id, value: value ?? '', label: label ?? '' }))
  },
}

const load = async () => (await import('@/lib/client/browser')).call
const loadPanel = async () => (await import('@/lib/client/browser')).panelCall
