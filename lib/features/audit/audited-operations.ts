import type { Contract, MutationName, OperationName } from '@/lib/contract/table'
import { filterLists } from '@/lib/domain/filter-lists'
import { tidyTags } from '@/lib/domain/tags/tags'
import type { TagDifference } from '@/lib/features/bulk-tags/domain/tag-change'
import type { CallService } from '@/lib/panel/context'
import { jsonField, pick, jsonText, jsonTexts } from '@/lib/panel/json-field'
import type { RecordedValues } from '@/lib/service/monitors/statements/recorded-values'

import type { AuditDetails } from './domain/audit-words'

type Lists = Readonly<Record<string, readonly string[]>>
type FilterState = { readonly name: string | null; readonly lists: Lists }

const isText = (value: unknown): value is string => typeof value === 'string'

/** An entry names this many added and removed values, and counts the rest. */
const MAX_NAMED = 50

/** Reads name and lists from a filter or from a request body that contains one. */
function readFilterState(from: unknown): FilterState {
  const content = jsonField(from, 'content')
  const entries = filterLists.map((list) => {
    const values = jsonField(content, list)
    return [list, Array.isArray(values) ? values.filter(isText) : []] as const
  })
  return { name: jsonText(from, 'name'), lists: Object.fromEntries(entries) }
}

/** The list `name` is renamed, because `name` is the name of the filter. */
const keyOf = (list: string): string => (list === 'name' ? 'names' : list)

/** Number of values by list, without empty lists. */
const listSizes = ({ lists }: FilterState): Record<string, number> =>
  Object.fromEntries(
    Object.entries(lists)
      .filter(([, values]) => values.length > 0)
      .map(([list, values]) => [keyOf(list), values.length]),
  )

/** All values of a filter as `list value`; personal numbers are in their stored form. */
const storedValues = ({ lists }: FilterState, storedForm: RecordedValues['value']): string[] =>
  Object.entries(lists).flatMap(([list, values]) => values.map((value) => `${list} ${storedForm(list, value)}`))

const valuesOnlyIn = (lists: Lists, notIn: Lists): string[] =>
  Object.entries(lists).flatMap(([list, values]) => {
    const others = new Set(notIn[list])
    return values.filter((value) => !others.has(value)).map((value) => `${list} ${value}`)
  })

/** Differences between two states, `removed` in `before` and `added` in `after`; undefined if nothing changed. */
function contentDiff(former: FilterState, latter: FilterState) {
  const removed = valuesOnlyIn(former.lists, latter.lists)
  const added = valuesOnlyIn(latter.lists, former.lists)
  if (removed.length === 0 && added.length === 0 && former.name === latter.name) return undefined
  const side = (state: FilterState, key: 'removed' | 'added', values: readonly string[]) => ({
    name: state.name,
    ...listSizes(state),
    ...(values.length > 0 && { [key]: values.slice(0, MAX_NAMED) }),
    ...(values.length > MAX_NAMED && { [`${key}_unnamed`]: values.length - MAX_NAMED }),
  })
  return { before: side(former, 'removed', removed), after: side(latter, 'added', added) }
}

/** A successful call from which an audit entry is made. Masking is left to `recordAuditAlone`. */
export type CompletedCall = {
  readonly target: string | null
  /** Parsed JSON of the request; undefined without a body. */
  readonly body: unknown
  /** Parsed JSON of the answer; undefined for a file or an empty answer. */
  readonly answer: unknown
  readonly query: Readonly<Record<string, string>>
  readonly former: unknown
  /** Name of the returned file; null if there is none. */
  readonly file: string | null
  readonly storedForm: RecordedValues['value']
}

export type RecordedChange = {
  readonly target?: string | null
  readonly before?: AuditDetails | undefined
  readonly after?: AuditDetails | undefined
}

export type AuditedRow = {
  readonly before?: (callService: CallService, target: string) => Promise<unknown>
  /** Undefined if nothing changed. */
  readonly entry: (call: CompletedCall) => RecordedChange | undefined
  /** Tag changes of each of many monitors, if they are certain; they are added to the monitors' histories. */
  readonly tags?: (call: CompletedCall) => TagDifference | undefined
}

export type FileOperation = { [N in OperationName]: Contract[N]['produces'] extends 'file' ? N : never }[OperationName]
export type AuditedName = MutationName | FileOperation

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** An entry about a single monitor also belongs to its history. */
const onlyOf = (ids: unknown): Pick<RecordedChange, 'target'> =>
  Array.isArray(ids) && ids.length === 1 && typeof ids[0] === 'string' ? { target: ids[0] } : {}

/** With several tags, or with monitors that already had some, it is unknown which monitor gained or lost a tag. */
function soleTagChange({ body, answer }: CompletedCall): TagDifference | undefined {
  const tidy = (key: string) => tidyTags(jsonTexts(body, key))
  const [ids, added, removed] = [tidy('ids'), tidy('add'), tidy('remove')]
  const isSole = added.length + removed.length === 1 && ids.length > 1
  return isSole && jsonField(answer, 'updated') === ids.length ? { ids, added, removed } : undefined
}

/** Undefined if both states are equal. */
const change = (before: AuditDetails | undefined, after: AuditDetails): RecordedChange | undefined =>
  JSON.stringify(before) === JSON.stringify(after) ? undefined : { before, after }

const WATCH_FIELDS = ['identifier_type', 'identifier_value', 'filter_id', 'label', 'tags'] as const
const ORDER_FIELDS = ['source', 'format', 'date_from', 'date_to', 'filter_id', 'monitor_tag', 'status'] as const
const MONITOR_FIELDS = ['subject_name', ...WATCH_FIELDS] as const
const readMonitor = (callService: CallService, id: string) => callService('monitors.get', { params: { id } })
const readFilter = (callService: CallService, id: string) => callService('filters.get', { params: { filter_id: id } })

const download: AuditedRow = {
  entry: ({ target, query, file }) => toDownloadEntry(target, { ...(file !== null && { file }), ...query }),
}

const toDownloadEntry = (target: string | null, after: AuditDetails): RecordedChange =>
  Object.keys(after).length === 0 ? { target } : { target, after }

const REPORT = ['source', 'format', 'report_date', 'date_from', 'date_to'] as const

const readReport = async (callService: CallService, id: string): Promise<unknown> => {
  const customReport = await callService('reports.get', { params: { job_id: id } }).catch(() => undefined)
  return customReport ?? (await callService('reports.dailyIndex', { query: {} })).find((report) => report.id === id)
}

export function keyDetails(key: unknown): AuditDetails {
  const limits = { scope: jsonTexts(key, 'scope'), addresses: jsonTexts(key, 'addresses') }
  const activeLimits = Object.fromEntries(Object.entries(limits).filter(([, list]) => list.length > 0))
  const expiry = jsonText(key, 'expires_at')
  return {
    ...pick(key, ['name', 'prefix', 'last_four']),
    ...(expiry !== null && { expires_at: expiry }),
    ...activeLimits,
  }
}

/** The entry is about the new key, and names the replaced one and how long that still works. */
export const rotationDetails = (key: unknown, replaced: unknown): AuditDetails => ({
  ...keyDetails(key),
  replaces: keyHint(replaced),
  overlap_until: jsonText(replaced, 'expires_at'),
})

const keyHint = (key: unknown): string => `${jsonText(key, 'prefix') ?? ''}…${jsonText(key, 'last_four') ?? ''}`

/** One entry for every operation that changes something or returns a file; a missing one is a compile error. */
export const auditedOperations: { readonly [N in AuditedName]: AuditedRow } = {
  'usage.setSpendCap': {
    before: (callService) => callService('usage.api', {}),
    entry: ({ body, former }) =>
      change(former === undefined ? undefined : pick(former, ['spend_cap_pln']), {
        spend_cap_pln: jsonField(body, 'spend_cap_pln') ?? null,
      }),
  },
  'keys.create': {
    // The answer contains the secret key, so only its identifying fields are recorded.
    entry: ({ answer }) => {
      const key = jsonField(answer, 'key')
      return { target: jsonText(key, 'id'), after: keyDetails(key) }
    },
  },
  'keys.rotate': {
    entry: ({ answer }) => {
      const key = jsonField(answer, 'key')
      return { target: jsonText(key, 'id'), after: rotationDetails(key, jsonField(answer, 'replaced')) }
    },
  },
  'keys.deactivate': { entry: ({ target, answer }) => ({ target, after: pick(answer, ['name', 'deactivated_at']) }) },
  'monitors.create': {
    entry: ({ answer, body }) => ({ target: jsonText(answer, 'id'), after: pick(body, WATCH_FIELDS) }),
  },
  'monitors.update': {
    before: readMonitor,
    entry: ({ target, body, former }) => {
      const subject = pick(former, ['subject_name'])
      const before = former === undefined ? undefined : { ...subject, ...pick(former, ['label']) }
      const changed = change(before, { ...subject, label: jsonText(body, 'label')?.trim() || null })
      return changed && { target, ...changed }
    },
  },
  'monitors.delete': {
    before: readMonitor,
    entry: ({ target, former }) => ({ target, ...(former !== undefined && { before: pick(former, MONITOR_FIELDS) }) }),
  },
  'monitors.bulkCreate': {
    entry: ({ body, answer }) =>
      jsonField(answer, 'inserted') === 0
        ? undefined
        : {
            after: {
              sent: sizeOf(jsonField(body, 'items')),
              ...pick(answer, ['inserted', 'duplicates']),
              invalid: sizeOf(jsonField(answer, 'invalid')),
            },
          },
  },
  'monitors.attach': {
    entry: ({ body, answer }) =>
      jsonField(answer, 'attached') === 0
        ? undefined
        : { ...onlyOf(jsonField(body, 'ids')), after: { ...pick(body, ['filter_id']), ...pick(answer, ['attached']) } },
  },
  'monitors.bulkTag': {
    // Unknown ids are not recorded, because the entry would look like one of a monitor.
    entry: ({ body, answer }) =>
      jsonField(answer, 'updated') === 0
        ? undefined
        : {
            ...onlyOf(jsonField(body, 'ids')),
            after: {
              monitors: sizeOf(jsonField(body, 'ids')),
              ...pick(body, ['add', 'remove']),
              ...pick(answer, ['updated']),
            },
          },
    tags: soleTagChange,
  },
  'filters.create': {
    entry: ({ body, answer }) => ({
      target: jsonText(answer, 'id'),
      after: { name: jsonText(body, 'name'), ...listSizes(readFilterState(body)) },
    }),
  },
  'filters.update': {
    before: readFilter,
    entry: ({ target, former, answer }) => {
      const changed = contentDiff(readFilterState(former), readFilterState(answer))
      return changed && { target, ...changed }
    },
  },
  'filters.delete': {
    before: readFilter,
    // Recorded because the content is not stored anywhere else after the deletion.
    entry: ({ target, former, storedForm }) => {
      if (former === undefined) return { target }
      const filter = readFilterState(former)
      return { target, before: { name: filter.name, ...listSizes(filter), held: storedValues(filter, storedForm) } }
    },
  },
  'reports.create': {
    entry: ({ body, answer }) => ({
      target: jsonText(answer, 'id'),
      after: pick(body, ['source', 'format', 'date_from', 'date_to', 'filter_id', 'monitor_tag']),
    }),
  },
  'reports.delete': {
    before: (callService, id) => callService('reports.get', { params: { job_id: id } }),
    entry: ({ target, former }) => ({ target, ...(former !== undefined && { before: pick(former, ORDER_FIELDS) }) }),
  },
  'reports.download': {
    before: readReport,
    entry: (call) => toDownloadEntry(call.target, { ...pick(call.former, REPORT), ...download.entry(call)?.after }),
  },
  'stream.announcements': download,
  'krs.changes': download,
  'rdf.document': download,
  'rdf.archive': download,
  'krs.pdf': download,
  'crbr.pdf': download,
  'uokik.document': download,
}

export const isAudited = (name: OperationName): name is AuditedName => name in auditedOperations
