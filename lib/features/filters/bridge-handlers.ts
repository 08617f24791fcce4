import type { OperationAnswer } from '@/lib/client/client'
import type { FilterContent } from '@/lib/contract/filters'
import { isApiError } from '@/lib/domain/api-error'
import { MAX_FILTER_ITEMS, mapLists, filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { auditedOperations } from '@/lib/features/audit/audited-operations'
import { noteFilterChange } from '@/lib/features/certificates/sightings'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'

import { type BridgedValues, readBridgedValues } from './bridged-monitors'
import type { BridgeCounts } from './contract/bridges'

type Filter = OperationAnswer<'filters.get'>

/**
 * Another user may save the filter between reading and writing; repeating is safe, because the addition does not depend
 * on the other change.
 */
const ATTEMPTS = 3

const plan: PanelHandler<'filterBridges.plan'> = async ({ body }, context) => {
  const bridged = await readBridgedValues(context, body.from)
  const filter = body.filter_id === undefined ? undefined : await readFilter(context, body.filter_id)
  return toPlan(bridged, filter)
}

const make: PanelHandler<'filterBridges.make'> = async ({ body }, context) => {
  const bridged = await readBridgedValues(context, body.from)
  if (bridged.values.size === 0) {
    throw new HttpError('invalid', 'None of these monitors has a number that a filter can contain', {
      extra: toPlan(bridged, undefined),
    })
  }
  if (body.filter_id !== undefined) return addTo(context, { id: body.filter_id, attempt: 1 }, bridged)
  return create(context, body.name ?? '', bridged)
}

const readFilter = ({ callService }: PanelContext, id: string): Promise<Filter> =>
  callService('filters.get', { params: { filter_id: id } })

async function create(context: PanelContext, name: string, bridged: BridgedValues) {
  const counts = requireRoom(toPlan(bridged, undefined))
  const body = { name, content: mergedContent(undefined, bridged) }
  const answer = await context.callService('filters.create', { body })
  await recordFilterChange(context, { name: 'filters.create', body, former: undefined, answer })
  return { ...counts, filter_id: answer.id, name }
}

type Target = { readonly id: string; readonly attempt: number }

async function addTo(context: PanelContext, { id, attempt }: Target, bridged: BridgedValues) {
  const previous = await readFilter(context, id)
  const name = previous.name ?? ''
  const counts = requireRoom(toPlan(bridged, previous))
  if (counts.added === 0) return { ...counts, filter_id: id, name }
  const version = previous.updated_at === undefined ? {} : { updated_at: previous.updated_at }
  const body = { name, content: mergedContent(previous, bridged), ...version }
  try {
    const answer = await context.callService('filters.update', { params: { filter_id: id }, body })
    await recordFilterChange(context, { name: 'filters.update', body, former: previous, answer })
    return { ...counts, filter_id: id, name }
  } catch (error) {
    const isLate = isApiError(error) && error.code === 'filter_changed' && attempt < ATTEMPTS
    if (isLate) return addTo(context, { id, attempt: attempt + 1 }, bridged)
    throw error
  }
}

function requireRoom(counts: BridgeCounts): BridgeCounts {
  if (counts.too_long.length === 0) return counts
  throw new HttpError('invalid', `A list of a filter holds at most ${MAX_FILTER_ITEMS} values`, { extra: counts })
}

const valuesInList = (filter: Filter | undefined, list: FilterListName): readonly string[] =>
  filter?.content?.[list] ?? []

function toPlan(
  { values, monitors, byFilter, unlisted, missing }: BridgedValues,
  filter: Filter | undefined,
): BridgeCounts {
  const lists = filterLists.filter((list) => values.has(list))
  const sizeOf = (list: FilterListName) => values.get(list)?.size ?? 0
  const countPresent = (list: FilterListName): number => {
    const found = values.get(list)
    return valuesInList(filter, list).filter((value) => found?.has(value)).length
  }
  const total = lists.reduce((sum, list) => sum + sizeOf(list), 0)
  const presentCount = lists.reduce((sum, list) => sum + countPresent(list), 0)
  return {
    monitors,
    lists: lists.map((list) => ({ list, count: sizeOf(list) })),
    by_filter: byFilter,
    unlisted,
    missing,
    added: total - presentCount,
    held: presentCount,
    too_long: lists
      .map((list) => ({ list, count: valuesInList(filter, list).length + sizeOf(list) - countPresent(list) }))
      .filter(({ count }) => count > MAX_FILTER_ITEMS),
  }
}

function mergedContent(filter: Filter | undefined, { values }: BridgedValues): FilterContent {
  const mergedValues = (list: FilterListName): string[] => [
    ...new Set([...valuesInList(filter, list), ...(values.get(list) ?? [])]),
  ]
  return mapLists(mergedValues)
}

type SavedChange = {
  readonly name: 'filters.create' | 'filters.update'
  readonly body: unknown
  readonly former: unknown
  readonly answer: Filter
}

/** Records a change in the audit log like one by a page, and in the version history of a remote service's filters. */
async function recordFilterChange(context: PanelContext, { name, body, former, answer }: SavedChange): Promise<void> {
  const { storage, account, now, isEmbedded } = context
  const target = name === 'filters.create' ? null : answer.id
  if (!isEmbedded) await noteFilterChange(storage, { accountId: account.id, now }, { name, target, former, answer })
  const recordedValues = await recordedValuesOf(storage.db, account.id)
  const auditedCall = { target, body, answer, query: {}, former, file: null, storedForm: recordedValues.value }
  const entry = auditedOperations[name].entry(auditedCall)
  if (entry) await recordActionOnly(context, { ...entry, action: name })
}

export const filterBridgeHandlers: PanelHandlersOf<'filterBridges'> = {
  'filterBridges.plan': plan,
  'filterBridges.make': make,
}
