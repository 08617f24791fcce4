import type { PanelAnswer } from '@/lib/client/client'
/** What the server asks for, so that the first paint has its imports. */
export const PAGE = 100
export const importsInput = (limit: number) => ({ query: { limit } })
export const importHistoryQueries = [['imports.list', importsInput(PAGE)]] as const

export type ImportItem = PanelAnswer<'imports.list'>['items'][number]
