import type { PanelAnswer } from '@/lib/client/client'

/** The maximum of one review; the summary counts the others. */
const MAX_SHOWN = 200

export const retentionInput = { query: { limit: MAX_SHOWN } } as const

/** Prefetched by the server, so that the first paint contains the list. */
export const retentionQueries = [['retention.list', retentionInput]] as const

export type Review = PanelAnswer<'retention.list'>
export type OverduePerson = Review['items'][number]
