import type { PanelAnswer } from '@/lib/client/client'
import { isRecord } from '@/lib/domain/collections/json'

export type ListAnswer = PanelAnswer<'registers.list'>
export type LoadedPage = ListAnswer['pages'][number]

/** A row as the service gave it: a remote one may lack fields, or have others. */
export interface ListRow {
  readonly key: string
  readonly pageId: string
  /** Its place in its page. */
  readonly index: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Every row that is loaded, page after page; equal ones stay two. */
export const rowsIn = (pages: readonly LoadedPage[]): readonly ListRow[] =>
  pages.flatMap(({ id, rows }) =>
    rows.map((row, index) => ({ key: `${id}-${index}`, pageId: id, index, fields: isRecord(row) ? row : {} })),
  )

/** What is loaded with what came: its pages follow, or take the place of another series. */
export function withAnswer(now: ListAnswer | undefined, came: ListAnswer): ListAnswer {
  const follows = now !== undefined && now.series === came.series && came.pages[0]?.page === now.pages.length
  return follows ? { ...came, pages: [...now.pages, ...came.pages] } : came
}

/** As many as there were in all, as the newest page says. */
export const totalIn = (pages: readonly LoadedPage[]): number | null => pages.at(-1)?.total ?? null
