import * as z from 'zod'

import { filterContent } from '@/lib/contract/filters'
import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { byId, count, instant, wholeNumber } from '@/lib/contract/values'
import { filterLists } from '@/lib/domain/filter-lists'

/** A filter as it was from `at` on. */
export const filterVersion = z.object({
  number: count,
  at: instant,
  kind: z.enum(['created', 'changed', 'deleted']),
  name: z.string(),
  /** E-mail of the user who made the change in the panel, from the audit log; null for a key, and if unknown. */
  by: z.string().nullable(),
  item_count: count,
  added: count,
  removed: count,
  /** Lists whose values are stored; for the others only the count is stored. */
  kept_lists: z.array(z.enum(filterLists)),
})
export type FilterVersion = z.infer<typeof filterVersion>

/** A deleted filter and its last version with any content. */
export const deletedFilter = z.object({
  filter_id: z.string(),
  name: z.string(),
  /** For a remote service: when it was found missing. */
  at: instant,
  by: z.string().nullable(),
  item_count: count,
  /** Number of that version. */
  number: count,
})

export const filterVersionOperations = {
  'filterVersions.list': {
    ...forReaders.get,
    path: '/panel/filters/{id}/versions',
    summary: 'Earlier versions of the filter, newest first',
    params: byId,
    response: z.object({ items: z.array(filterVersion) }),
  },
  'filterVersions.deleted': {
    ...forReaders.get,
    path: '/panel/filters/deleted',
    summary: 'Deleted filters that were not empty, the last deleted first, and how many more there are',
    response: z.object({ items: z.array(deletedFilter), more: count }),
  },
  'filterVersions.get': {
    ...forReaders.get,
    path: '/panel/filters/{id}/versions/{version}',
    summary: 'The lists of one version; personal numbers are sealed as in the filter itself',
    params: byId.extend({ version: wholeNumber(1, 1_000_000) }),
    response: z.object({ name: z.string(), content: filterContent, missing_lists: z.array(z.enum(filterLists)) }),
  },
} as const satisfies Record<string, PanelOperation>
