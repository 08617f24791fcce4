'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { act, lazyPanelCall, refreshAfter } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { chunksOf } from '@/lib/domain/collections/chunks'
import type { BzpAlert, BzpMatch } from '@/lib/features/bzp/contract/alerts'
import type { PanelInput } from '@/lib/features/contract'

import {
  isAllNewShown,
  matchKey,
  type MatchList,
  openMatches,
  withChangedMatches,
  withNews,
  withOlder,
  withoutMatches,
  withRestored,
  withWaitingMatches,
} from './match-list'
import { MATCH_PAGE, type MatchSearch, toMatchQuery } from './match-search'
import { withOtherAlerts, matchesOf } from './procedures'

export type MatchChange = PanelInput<'bzpMatches.update'>['body']['change']

const POLL_MS = 30_000
/** The maximum of one answer, and of one change. */
const MAX_POLLED = 500
const MAX_CHANGED = 100

async function sendChange(matches: readonly BzpMatch[], change: MatchChange): Promise<readonly BzpMatch[]> {
  const changed: BzpMatch[] = []
  for (const chunk of chunksOf(matches, MAX_CHANGED)) {
    const items = chunk.map(({ alert_id, tender_id }) => ({ alert_id, tender_id }))
    changed.push(...(await act('bzpMatches.update', { body: { items, change } })).items)
  }
  return changed
}

/** Polls the list; new matches are shown on request. */
export function useMatches(search: MatchSearch, first: PanelAnswer<'bzpMatches.list'>) {
  const [list, setList] = useState(() => openMatches(first))
  const [isLoading, setIsLoading] = useState(false)
  const t = useTranslations('bzp-matches')
  const toText = useFailureText()
  const limit = Math.min(MAX_POLLED, Math.max(MATCH_PAGE, list.shown.length))
  const news = useQuery({
    queryKey: ['panel', 'bzpMatches', 'news', toMatchQuery(search), limit],
    queryFn: async ({ signal }) => {
      const answer = await lazyPanelCall('bzpMatches.list', { query: { limit, ...toMatchQuery(search) } }, { signal })
      setList((now) => (now.changes === list.changes ? withNews(now, answer) : now))
      return answer.up_to
    },
    refetchInterval: POLL_MS,
    // The first poll is one interval later, because the page was just loaded.
    initialData: first.up_to,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
  })
  const more = async () => {
    if (list.cursor === null || isLoading) return
    setIsLoading(true)
    try {
      const query = { limit: MATCH_PAGE, cursor: list.cursor, ...toMatchQuery(search) }
      const older = await lazyPanelCall('bzpMatches.list', { query })
      setList((now) => withOlder(now, older))
    } catch (error) {
      toast.error(`${t('moreFailed')} ${toText(error)}`)
    } finally {
      setIsLoading(false)
    }
  }
  return {
    list,
    setList,
    more,
    isLoading,
    isLive: news.error === null,
    refresh: () => void news.refetch(),
    showWaiting: () => setList(withWaitingMatches),
  }
}

export type Matches = ReturnType<typeof useMatches>

interface MatchChangesOptions {
  readonly state: MatchSearch['state']
  readonly alerts: readonly BzpAlert[]
  readonly deniedFor: (matches: readonly BzpMatch[]) => string | undefined
}

/**
 * Determines which matches a change affects: those of all alerts for the procedures, as far as the user may change
 * them.
 */
function affectedMatches(
  rows: readonly BzpMatch[],
  shown: readonly BzpMatch[],
  { alerts, deniedFor }: MatchChangesOptions,
) {
  const requestedKeys = new Set(rows.map(matchKey))
  const isTeam = (match: BzpMatch) => alerts.find(({ id }) => id === match.alert_id)?.is_team === true
  return (update: MatchChange): readonly BzpMatch[] =>
    withOtherAlerts(matchesOf(rows, shown), alerts).filter((match) => {
      if (requestedKeys.has(matchKey(match))) return true
      // A match of a personal alert cannot be assigned, because only its owner sees it.
      if (update.assignee !== undefined && update.assignee !== null && !isTeam(match)) return false
      return update.is_read !== undefined || deniedFor([match]) === undefined
    })
}

/**
 * Changes matches, and updates the list once the panel has accepted the change. Dismissed rows disappear and can be
 * restored.
 */
export function useMatchChanges({ list, setList, refresh }: Matches, options: MatchChangesOptions) {
  const { state } = options
  const t = useTranslations('bzp-matches')
  const toText = useFailureText()
  const countValues = useCountValues()
  const client = useQueryClient()
  const fail = (error: unknown) => {
    const isDeleted = isApiError(error) && error.status === 404
    toast.error(`${t('changeFailed')} ${isDeleted ? t('goneAlert') : toText(error)}`)
    if (isDeleted) refresh()
  }
  const change = async (matches: readonly BzpMatch[], update: MatchChange): Promise<boolean> => {
    try {
      const changed = await sendChange(affectedMatches(matches, list.shown, options)(update), update)
      setList((now) => withChangedMatches(now, changed))
      if (update.is_read !== undefined) await refreshAfter(client, 'bzpMatches.update')
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }
  const moveBack = async (matches: readonly BzpMatch[], update: MatchChange, wasShown: ReadonlySet<string>) => {
    try {
      const restored = await sendChange(matches, update)
      // Matches of other alerts changed as well but were not in this list, so they are not inserted.
      const reinserted = restored.filter((match) => wasShown.has(matchKey(match)))
      setList((now) => withRestored(now, reinserted))
    } catch (error) {
      fail(error)
    }
  }
  /** Moves matches out of this list: dismisses them, or restores dismissed ones. */
  const move = async (matches: readonly BzpMatch[], dismissed: (MatchChange['dismissed'] & object) | null) => {
    try {
      const moved = affectedMatches(matches, list.shown, options)({ dismissed })
      const wasShown = new Set(list.shown.map(matchKey))
      await sendChange(moved, { dismissed })
      setList((now) => withoutMatches(now, new Set(moved.map(matchKey))))
      const undo =
        state === 'dismissed' ? { dismissed: { reason: matches[0]?.dismissed?.reason ?? null } } : { dismissed: null }
      toast.success(t(dismissed === null ? 'restored' : 'dismissed', countValues(matches.length)), {
        action: { label: t('undo'), onPress: () => void moveBack(moved, undo, wasShown) },
      })
    } catch (error) {
      fail(error)
    }
  }
  return { change, move }
}

export type MatchChanges = ReturnType<typeof useMatchChanges>

async function markAlertsSeen(alerts: readonly BzpAlert[], upTo: number): Promise<void> {
  await Promise.all(alerts.map(({ id }) => act('bzpAlerts.look', { params: { id }, body: { up_to: upTo } })))
}

/** Returns the alerts whose matches count as seen once this list is opened. */
export function alertsToMarkSeen(search: MatchSearch, alerts: readonly BzpAlert[]): readonly BzpAlert[] {
  return alerts.filter(
    ({ id, new_count: newCount }) => newCount > 0 && (search.alert === undefined || search.alert === id),
  )
}

/** Whether the search excludes no new match. */
export const hasAllNew = ({ state, q }: MatchSearch): boolean => (state === 'open' || state === 'new') && q === ''

/**
 * Marks matches as seen when the user leaves the page, so that the marks stay visible until then, and only for alerts
 * whose new matches were all displayed. The returned function marks them at once.
 */
export function useMarkSeen(search: MatchSearch, list: MatchList, alerts: readonly BzpAlert[]) {
  const t = useTranslations('bzp-matches')
  const client = useQueryClient()
  const showsAllNew = hasAllNew(search)
  const [latest] = useState(() => ({ alerts: [] as readonly BzpAlert[], upTo: list.upTo, client }))
  useEffect(() => {
    const seenAlerts = showsAllNew ? alertsToMarkSeen(search, alerts).filter(({ id }) => isAllNewShown(list, id)) : []
    Object.assign(latest, { alerts: seenAlerts, upTo: list.upTo })
  })
  useEffect(
    () => () => {
      const markSeen = async () => {
        await markAlertsSeen(latest.alerts, latest.upTo)
        await refreshAfter(latest.client, 'bzpAlerts.look')
      }
      if (latest.alerts.length > 0) void markSeen().catch(() => undefined)
    },
    [latest],
  )
  return async () => {
    try {
      await markAlertsSeen(alertsToMarkSeen(search, alerts), list.upTo)
      await refreshAfter(client, 'bzpAlerts.look')
      return true
    } catch {
      toast.error(t('lookFailed'))
      return false
    }
  }
}
