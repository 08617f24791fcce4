import type { PanelAnswer } from '@/lib/client/client'
import { isRecord } from '@/lib/domain/collections/json'

export type ListAnswer = PanelAnswer<'registers.list'>
export type LoadedPage = ListAnswer['pages'][number]

/** A row as the service sent it: a remote service may omit or add fields. */
export interface ListRow {
  readonly key: string
  readonly pageId: string
  /** Its index within its page. */
  readonly index: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** All loaded rows, page by page; duplicates are retained. */
export const rowsIn = (pages: readonly LoadedPage[]): readonly ListRow[] =>
  pages.flatMap(({ id, rows }) =>
    rows.map((row, index) => ({ key: `${id}-${index}`, pageId: id, index, fields: isRecord(row) ? row : {} })),
  )

/** Appends the pages of an answer, or replaces everything if it belongs to another series. */
export function withAnswer(previous: ListAnswer | undefined, received: ListAnswer): ListAnswer {
  const isContinuation =
    previous !== undefined && previous.series === received.series && received.pages[0]?.page === previous.pages.length
  return isContinuation ? { ...received, pages: [...previous.pages, ...received.pages] } : received
}

/** The total number of rows, according to the newest page. */
export const totalIn = (pages: readonly LoadedPage[]): number | null => pages.at(-1)?.total ?? null
