import * as z from 'zod'

import { filterName } from '@/lib/contract/filters'
import { tag } from '@/lib/contract/monitors'
import { BULK_MAX_BODY_BYTES, monitoringWriters, operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelDefaults } from '@/lib/contract/panel-operation'
import { count, line, uuid } from '@/lib/contract/values'
import { filterLists } from '@/lib/domain/filter-lists'

export const MAX_BRIDGED_IDS = 100_000

/** Which monitors: selected ones, those with a tag, or those that an import added or tagged. */
const from = z.union([
  z.strictObject({ ids: z.array(line(100).min(1)).min(1).max(MAX_BRIDGED_IDS) }),
  z.strictObject({ tag }),
  z.strictObject({ import_id: uuid }),
])
export type BridgeFrom = z.output<typeof from>

const listCount = z.object({ list: z.enum(filterLists), count })

export const bridgePlan = z.object({
  monitors: count,
  /** Values for the lists of a filter, each counted once. */
  lists: z.array(listCount),
  /** Monitors that watch a filter instead of a number. */
  by_filter: count,
  /** Monitors of a kind for which filters have no list. */
  unlisted: count,
  /** Selected monitors that no longer exist. */
  missing: count,
  /** Values that are new to the filter, and those that it already has. For a new filter all are new. */
  added: count,
  held: count,
  /** Lists that would exceed the maximum of a filter, with their lengths. */
  too_long: z.array(listCount),
})
export type BridgeCounts = z.infer<typeof bridgePlan>

const bridges = operationsFor({ ...panelDefaults, maxBodyBytes: BULK_MAX_BODY_BYTES }, monitoringWriters)

export const filterBridgeOperations = {
  'filterBridges.plan': {
    ...bridges.ask,
    path: '/panel/filters/from-monitors/plan',
    summary: 'The values that the numbers of these monitors would add to a filter, or to a new one if none is named',
    body: z.object({ from, filter_id: uuid.optional() }),
    response: bridgePlan,
  },
  'filterBridges.make': {
    ...bridges.post,
    path: '/panel/filters/from-monitors',
    summary: 'Make a filter of the numbers of these monitors, or add them to one',
    invalidates: ['filters', 'usage.summary'],
    idempotent: false,
    body: z
      .object({ from, name: filterName.optional(), filter_id: uuid.optional() })
      .refine((body) => (body.name === undefined) !== (body.filter_id === undefined), {
        message: 'Exactly one of name and filter_id is required',
        path: ['name'],
      }),
    response: bridgePlan.extend({ filter_id: uuid, name: z.string() }),
  },
} as const satisfies Record<string, PanelOperation>
