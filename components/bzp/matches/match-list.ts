import type { PanelAnswer } from '@/lib/client/client'
import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { countProcedures } from './procedures'

type Answer = PanelAnswer<'bzpMatches.list'>

/** The found procedures of a search as they are looked at. */
export interface MatchList {
  readonly shown: readonly BzpMatch[]
  /** Came while the page was looked at, newest first, and waits for its reader. */
  readonly waiting: readonly BzpMatch[]
  /** Shown rows that are not of this list any more: somebody else saw to them. */
  readonly gone: ReadonlySet<string>
  /** Procedures. */
  readonly total: number
  /** The highest number that the reader has been shown. */
  readonly upTo: number
  readonly newest: number
  readonly cursor: string | null
  /** How often its reader has changed it: an answer that was asked for before the last change is late. */
  readonly changes: number
}

export const matchKey = ({ alert_id: alert, tender_id: tender }: Pick<BzpMatch, 'alert_id' | 'tender_id'>): string =>
  `${alert} ${tender}`

export const openMatches = ({ items, total, next_cursor: cursor, up_to: upTo }: Answer): MatchList => ({
  shown: items,
  waiting: [],
  gone: new Set(),
  total,
  upTo,
  newest: upTo,
  cursor,
  changes: 0,
})

export function withOlder(list: MatchList, { items, next_cursor: cursor }: Answer): MatchList {
  const known = new Set(list.shown.map(matchKey))
  return { ...list, shown: [...list.shown, ...items.filter((match) => !known.has(matchKey(match)))], cursor }
}

/** What was new when it was shown stays so until it is opened: looking at the page must not take its marks away. */
const patched = (before: BzpMatch, after: BzpMatch): BzpMatch => ({
  ...after,
  is_new: after.is_new || (before.is_new && !after.is_read),
})

/** The number of the last row where more would follow it; everything is above where nothing does. */
const lowestOf = (items: readonly BzpMatch[], cursor: string | null): number =>
  cursor === null ? 0 : (items.at(-1)?.number ?? 0)

/**
 * The newest rows as they are now, as many as are shown: what is known changes in its place, what came to this list waits (found just
 * now, or found long ago and assigned, starred or restored just now), and what is missing stays with a word.
 */
export function withNews(list: MatchList, { items, total, up_to: newest, next_cursor: cursor }: Answer): MatchList {
  const now = new Map(items.map((match) => [matchKey(match), match]))
  const before = new Map(list.shown.map((match) => [matchKey(match), match]))
  const [lowest, lowestShown] = [lowestOf(items, cursor), lowestOf(list.shown, list.cursor)]
  const waiting = items.filter((match) => {
    const known = before.get(matchKey(match))
    return match.number > (known?.number ?? lowestShown)
  })
  const isLater = new Set(waiting.map(matchKey))
  const isCovered = (match: BzpMatch) => match.number >= lowest
  return {
    ...list,
    shown: list.shown.map((match) => {
      const key = matchKey(match)
      const after = now.get(key)
      return after === undefined || isLater.has(key) ? match : patched(match, after)
    }),
    waiting,
    gone: new Set(list.shown.filter((match) => isCovered(match) && !now.has(matchKey(match))).map(matchKey)),
    total,
    newest,
  }
}

const newestFirst = (a: BzpMatch, b: BzpMatch): number => b.number - a.number

/** Shows what has waited, each in its place, and takes away what is gone. */
export function withWaitingMatches(list: MatchList): MatchList {
  const moved = new Set(list.waiting.map(matchKey))
  const rest = list.shown.filter((match) => !moved.has(matchKey(match)) && !list.gone.has(matchKey(match)))
  const shown = [...list.waiting, ...rest].sort(newestFirst)
  return { ...list, shown, waiting: [], gone: new Set(), upTo: list.newest }
}

const changed = (list: MatchList): MatchList => ({ ...list, changes: list.changes + 1 })

/** The rows as their reader has changed them, each in its place. */
export function withChangedMatches(list: MatchList, items: readonly BzpMatch[]): MatchList {
  const now = new Map(items.map((match) => [matchKey(match), match]))
  return { ...changed(list), shown: list.shown.map((match) => now.get(matchKey(match)) ?? match) }
}

export function withoutMatches(list: MatchList, keys: ReadonlySet<string>): MatchList {
  const shown = list.shown.filter((match) => !keys.has(matchKey(match)))
  return {
    ...changed(list),
    shown,
    total: Math.max(0, list.total - (countProcedures(list.shown) - countProcedures(shown))),
  }
}

/** Puts rows back where they stood by their number. */
export function withRestored(list: MatchList, items: readonly BzpMatch[]): MatchList {
  const keys = new Set(items.map(matchKey))
  const rest = list.shown.filter((match) => !keys.has(matchKey(match)))
  const shown = [...rest, ...items].sort(newestFirst)
  return { ...changed(list), shown, total: list.total + (countProcedures(shown) - countProcedures(list.shown)) }
}

/**
 * Whether no new row of an alert is left below the ones that are shown: nothing follows them, or one of them its reader had seen before.
 * One that was opened says nothing, since it may have been opened alone, and one of another alert neither: each has its own look.
 */
export const isAllNewShown = ({ shown, cursor }: MatchList, alertId: string): boolean =>
  cursor === null || shown.some((match) => match.alert_id === alertId && !match.is_new && !match.is_read)
