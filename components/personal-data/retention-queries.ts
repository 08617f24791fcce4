import type { PanelAnswer } from '@/lib/client/client'

/** As many as one review can look at; the summary counts the rest. */
const SHOWN = 200

export const retentionInput = { query: { limit: SHOWN } } as const

/** What the server asks for, so that the first paint has the list. */
export const retentionQueries = [['retention.list', retentionInput]] as const

export type Review = PanelAnswer<'retention.list'>
export type OverduePerson = Review['items'][number]
