import type { PanelAnswer } from '@/lib/client/client'
export const PAGE = 100
export const importsInput = (limit: number) => ({ query: { limit } })
/** Prefetched by the server, so that the first paint contains the imports. */
export const importHistoryQueries = [['imports.list', importsInput(PAGE)]] as const

export type ImportItem = PanelAnswer<'imports.list'>['items'][number]
