import type { NoticeIndex } from './notice-index'

/** As answers have it: later publications first, and of one instant what was stored later. */
export const newestFirst =
  (index: NoticeIndex) =>
  (a: number, b: number): number =>
    index.publishedAt(b) - index.publishedAt(a) || index.positionOf(b) - index.positionOf(a)

/** The newest few of many notices, newest first, without sorting them all. */
export function newestOf(index: NoticeIndex, notices: Iterable<number>, most: number): number[] {
  const order = newestFirst(index)
  const newest: number[] = []
  for (const notice of notices) {
    if (newest.length === most && order(notice, newest.at(-1) ?? notice) > 0) continue
    newest.push(notice)
    newest.sort(order)
    newest.length = Math.min(newest.length, most)
  }
  return newest
}
