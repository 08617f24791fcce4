import type { PanelAnswer } from '@/lib/client/client'
import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { countProcedures } from './procedures'

type Answer = PanelAnswer<'bzpMatches.list'>

export interface MatchList {
  readonly shown: readonly BzpMatch[]
  /** Matches that arrived after the list was opened, newest first; they are shown on request. */
  readonly waiting: readonly BzpMatch[]
  /** Displayed matches that another user has since removed from this list. */
  readonly removedKeys: ReadonlySet<string>
  readonly total: number
  /** The highest match number that was displayed. */
  readonly upTo: number
  readonly newest: number
  readonly cursor: string | null
  /** How often the user has changed the list: an answer requested before the last change is discarded. */
  readonly changes: number
}

export const matchKey = ({ alert_id: alert, tender_id: tender }: Pick<BzpMatch, 'alert_id' | 'tender_id'>): string =>
  `${alert} ${tender}`

export const openMatches = ({ items, total, next_cursor: cursor, up_to: upTo }: Answer): MatchList => ({
  shown: items,
  waiting: [],
  removedKeys: new Set(),
  total,
  upTo,
  newest: upTo,
  cursor,
  changes: 0,
})

export function withOlder(list: MatchList, { items, next_cursor: cursor }: Answer): MatchList {
  const shownKeys = new Set(list.shown.map(matchKey))
  return { ...list, shown: [...list.shown, ...items.filter((match) => !shownKeys.has(matchKey(match)))], cursor }
}

/** A match stays marked as new until it is opened; displaying it does not remove the mark. */
const updateMatch = (before: BzpMatch, after: BzpMatch): BzpMatch => ({
  ...after,
  is_new: after.is_new || (before.is_new && !after.is_read),
})

/** Returns the number of the last row if more may follow it, else 0. */
const lowestOf = (items: readonly BzpMatch[], cursor: string | null): number =>
  cursor === null ? 0 : (items.at(-1)?.number ?? 0)

/**
 * Merges the newest rows into the list, as many as are displayed: displayed rows are updated in place, other rows wait
 * (new ones, and those that were just assigned, starred or restored), and missing rows are marked as removed.
 */
export function withNews(list: MatchList, { items, total, up_to: newest, next_cursor: cursor }: Answer): MatchList {
  const now = new Map(items.map((match) => [matchKey(match), match]))
  const before = new Map(list.shown.map((match) => [matchKey(match), match]))
  const [lowest, lowestShown] = [lowestOf(items, cursor), lowestOf(list.shown, list.cursor)]
  const waiting = items.filter((match) => {
    const displayed = before.get(matchKey(match))
    return match.number > (displayed?.number ?? lowestShown)
  })
  const waitingKeys = new Set(waiting.map(matchKey))
  const isCovered = (match: BzpMatch) => match.number >= lowest
  return {
    ...list,
    shown: list.shown.map((match) => {
      const key = matchKey(match)
      const after = now.get(key)
      return after === undefined || waitingKeys.has(key) ? match : updateMatch(match, after)
    }),
    waiting,
    removedKeys: new Set(list.shown.filter((match) => isCovered(match) && !now.has(matchKey(match))).map(matchKey)),
    total,
    newest,
  }
}

const newestFirst = (a: BzpMatch, b: BzpMatch): number => b.number - a.number

/** Inserts the waiting matches by number, and removes those that are gone. */
export function withWaitingMatches(list: MatchList): MatchList {
  const moved = new Set(list.waiting.map(matchKey))
  const rest = list.shown.filter((match) => !moved.has(matchKey(match)) && !list.removedKeys.has(matchKey(match)))
  const shown = [...list.waiting, ...rest].sort(newestFirst)
  return { ...list, shown, waiting: [], removedKeys: new Set(), upTo: list.newest }
}

const withCountedChange = (list: MatchList): MatchList => ({ ...list, changes: list.changes + 1 })

export function withChangedMatches(list: MatchList, items: readonly BzpMatch[]): MatchList {
  const now = new Map(items.map((match) => [matchKey(match), match]))
  return { ...withCountedChange(list), shown: list.shown.map((match) => now.get(matchKey(match)) ?? match) }
}

export function withoutMatches(list: MatchList, keys: ReadonlySet<string>): MatchList {
  const shown = list.shown.filter((match) => !keys.has(matchKey(match)))
  return {
    ...withCountedChange(list),
    shown,
    total: Math.max(0, list.total - (countProcedures(list.shown) - countProcedures(shown))),
  }
}

export function withRestored(list: MatchList, items: readonly BzpMatch[]): MatchList {
  const keys = new Set(items.map(matchKey))
  const rest = list.shown.filter((match) => !keys.has(matchKey(match)))
  const shown = [...rest, ...items].sort(newestFirst)
  return {
    ...withCountedChange(list),
    shown,
    total: list.total + (countProcedures(shown) - countProcedures(list.shown)),
  }
}

/**
 * Whether all new matches of an alert are displayed: nothing follows, or a match that the user had seen before is
 * displayed. Opened matches do not count, because the user may open a single one; nor do those of other alerts, because
 * each alert tracks what was seen.
 */
export const isAllNewShown = ({ shown, cursor }: MatchList, alertId: string): boolean =>
  cursor === null || shown.some((match) => match.alert_id === alertId && !match.is_new && !match.is_read)
