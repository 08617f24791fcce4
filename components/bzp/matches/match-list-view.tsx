'use client'

import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { type SelectedRows, useSelectedRows } from '@/components/shared/use-selected-rows'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import type { BzpAlert, BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { emptyFilter, toPreviewBody } from '../filter/alert-filter'
import { AssignMatchesMenu } from './assign-matches'
import { MatchDownloads } from './match-downloads'
import { matchKey } from './match-list'
import { MatchRow } from './match-row'
import type { MatchSearch } from './match-search'
import { MoreRows } from './more-rows'
import { NewMatches } from './new-matches'
import { NoMatches } from './no-matches'
import { countProcedures, matchesOf, onePerProcedure } from './procedures'
import { SelectedMatches } from './selected-matches'
import { useMatchKeys } from './use-match-keys'
import {
  hasAllNew,
  alertsToMarkSeen,
  type MatchChanges,
  type Matches,
  useMarkSeen,
  useMatchChanges,
  useMatches,
} from './use-matches'

const MatchDialog = lazyComponent(() => import('./match-dialog').then((module) => module.MatchDialog))
const DismissDialog = lazyComponent(() => import('./dismiss-dialog').then((module) => module.DismissDialog))
const previewOfAll = toPreviewBody(emptyFilter)

interface MatchListProps {
  readonly search: MatchSearch
  readonly first: PanelAnswer<'bzpMatches.list'>
  readonly alerts: readonly BzpAlert[]
  readonly children: ReactNode
}

/** The matches of one search, with those that arrive while the list is open. */
export function MatchListView({ search, first, alerts, children }: MatchListProps) {
  const matches = useMatches(search, first)
  const { list } = matches
  const markSeen = useMarkSeen(search, list, alerts)
  return (
    <>
      <ListHeader matches={matches} search={search} alerts={alerts} onMarkSeen={markSeen} />
      {children}
      <NewMatches count={countProcedures(list.waiting)} onShow={matches.showWaiting} />
      <Card>
        {list.shown.length === 0 && list.cursor === null ? (
          <NoMatches search={search} alerts={alerts} />
        ) : (
          <MatchRows search={search} matches={matches} alerts={alerts} />
        )}
      </Card>
    </>
  )
}

interface ListHeaderProps extends Pick<MatchListProps, 'search' | 'alerts'> {
  readonly matches: Matches
  readonly onMarkSeen: () => Promise<boolean>
}

function ListHeader({ matches: { list, isLive, setList }, search, alerts, onMarkSeen }: ListHeaderProps) {
  const t = useTranslations('bzp-matches')
  const countValues = useCountValues()
  // There may be new matches below the displayed ones.
  const hasNew = list.shown.some((match) => match.is_new) || alertsToMarkSeen(search, alerts).length > 0
  const showsAllNew = hasAllNew(search)
  const denied = showsAllNew ? t('nothingNew') : t('markAllNarrowed')
  const markAll = async () => {
    if (await onMarkSeen())
      setList((now) => ({ ...now, shown: now.shown.map((match) => ({ ...match, is_new: false })) }))
  }
  return (
    <PageHeader
      title={t('title')}
      subtitle={`${t('count', countValues(list.total))} · ${t(isLive ? 'live' : 'paused')}`}
      actions={
        <Button disabledReason={hasNew && showsAllNew ? undefined : denied} onClick={() => void markAll()}>
          {t('markAll')}
        </Button>
      }
    />
  )
}

interface RowsProps extends Pick<MatchListProps, 'search' | 'alerts'> {
  readonly matches: Matches
}

function MatchRows({ search, matches, alerts }: RowsProps) {
  const t = useTranslations('bzp-matches')
  const body = useRef<HTMLUListElement>(null)
  const { list, more, isLoading } = matches
  const deniedFor = useMatchDenied(alerts)
  const changes = useMatchChanges(matches, { state: search.state, alerts, deniedFor })
  const [open, setOpen] = useState<string>()
  const [dismissed, setDismissed] = useState<readonly BzpMatch[]>()
  const alertOf = (match: BzpMatch) => alerts.find(({ id }) => id === match.alert_id)
  const rows = onePerProcedure(list.shown, (match) => alertOf(match)?.is_team === true)
  const selection = useSelectedRows(rows, matchKey)
  const openMatch = rows.find((match) => matchKey(match) === open)
  const [assigning, setAssigning] = useState<Assigning>()
  const rowActions = makeRowActions({
    changes,
    selection,
    deniedFor,
    onOpen: setOpen,
    onDismiss: setDismissed,
    onAssign: setAssigning,
  })
  useMatchKeys({ ref: body, matches: rows, ...rowActions })
  return (
    <>
      <SelectedMatches
        selection={selection}
        alerts={alerts}
        changes={changes}
        denied={deniedFor(selection.chosen)}
        onDismiss={() => setDismissed(selection.chosen)}
      >
        <MatchDownloads search={search} alerts={alerts} />
      </SelectedMatches>
      <ul ref={body} aria-label={t('title')} className="divide-y">
        {rows.map((match) => (
          <MatchRow
            key={matchKey(match)}
            match={match}
            filter={alertOf(match)?.filter ?? previewOfAll}
            alerts={alerts.filter(({ id }) => id === match.alert_id || match.also_in.includes(id))}
            isSelected={selection.has(match)}
            isDeleted={matchesOf([match], list.shown).every((each) => list.removedKeys.has(matchKey(each)))}
            denied={deniedFor([match])}
            {...rowActions}
          />
        ))}
      </ul>
      {list.cursor !== null && <MoreRows isEmpty={rows.length === 0} isLoading={isLoading} onMore={more} />}
      <RowDialogs
        openMatch={openMatch}
        alert={openMatch && alertOf(openMatch)}
        denied={openMatch && deniedFor([openMatch])}
        changes={changes}
        onDismiss={rowActions.onDismiss}
        onClose={() => setOpen(undefined)}
      />
      {assigning && (
        <AssignMatchesMenu
          {...assigning}
          isTeam={assigning.matches.every((match) => alertOf(match)?.is_team === true)}
          changes={changes}
          onClose={() => setAssigning(undefined)}
        />
      )}
      <DismissHost
        matches={dismissed}
        onClose={() => setDismissed(undefined)}
        onDismiss={(matches, reason) => {
          selection.clear()
          void changes.move(matches, { reason })
        }}
      />
    </>
  )
}

interface DismissHostProps {
  /** Undefined while the dialog is closed. */
  readonly matches: readonly BzpMatch[] | undefined
  readonly onClose: () => void
  readonly onDismiss: (matches: readonly BzpMatch[], reason: string | null) => void
}

function DismissHost({ matches, onClose, onDismiss }: DismissHostProps) {
  if (matches === undefined) return null
  const dismiss = (reason: string | null) => {
    onClose()
    onDismiss(matches, reason)
  }
  return <DismissDialog count={matches.length} onClose={onClose} onDismiss={dismiss} />
}

interface RowDialogsProps {
  readonly openMatch: BzpMatch | undefined
  readonly alert: BzpAlert | undefined
  readonly denied: string | undefined
  readonly changes: MatchChanges
  readonly onDismiss: (match: BzpMatch) => void
  readonly onClose: () => void
}

function RowDialogs({ openMatch, alert, onDismiss, ...dialog }: RowDialogsProps) {
  if (openMatch === undefined) return null
  const dismiss = (match: BzpMatch) => {
    dialog.onClose()
    onDismiss(match)
  }
  const shownMatch = { match: openMatch, filter: alert?.filter ?? previewOfAll, isTeam: alert?.is_team === true }
  return <MatchDialog {...shownMatch} onDismiss={dismiss} {...dialog} />
}

interface Assigning {
  readonly matches: readonly BzpMatch[]
  readonly anchor: HTMLElement
}

interface RowActionsOptions {
  readonly changes: MatchChanges
  readonly selection: SelectedRows<BzpMatch>
  readonly deniedFor: (matches: readonly BzpMatch[]) => string | undefined
  readonly onOpen: (key: string) => void
  readonly onDismiss: (matches: readonly BzpMatch[]) => void
  readonly onAssign: (assigning: Assigning) => void
}

/** Builds the actions of a row for presses and keys; an action without permission only shows why. */
function makeRowActions({ changes, selection, deniedFor, onOpen, onDismiss, onAssign }: RowActionsOptions) {
  const checkAllowed = (...matches: readonly BzpMatch[]) => {
    const denied = deniedFor(matches)
    if (denied !== undefined) toast.error(denied)
    return denied === undefined
  }
  return {
    onOpen: (match: BzpMatch) => {
      onOpen(matchKey(match))
      if (!match.is_read) void changes.change([match], { is_read: true })
    },
    onSelect: (match: BzpMatch, isRange = false) => selection.toggle(match, isRange),
    onStar: (match: BzpMatch) => {
      if (checkAllowed(match)) void changes.change([match], { is_starred: !match.is_starred })
    },
    onDismiss: (match: BzpMatch) => {
      if (!checkAllowed(match)) return
      if (match.dismissed === null) onDismiss([match])
      else void changes.move([match], null)
    },
    /** Like the buttons of the bar, it acts on the selected rows if there are any. */
    onAssign: (match: BzpMatch, anchor: HTMLElement) => {
      const matches = selection.chosen.length > 0 ? selection.chosen : [match]
      if (checkAllowed(...matches)) onAssign({ matches, anchor })
    },
    onRead: (match: BzpMatch) => void changes.change([match], { is_read: !match.is_read }),
  }
}

/** Returns why the user may not change matches; undefined if they may. */
function useMatchDenied(alerts: readonly BzpAlert[]): (matches: readonly BzpMatch[]) => string | undefined {
  const t = useTranslations('bzp-matches')
  const roles = useTranslations('layout.roles')
  const readOnlyAlerts = new Set(alerts.filter((alert) => !alert.may_change).map(({ id }) => id))
  return (matches) =>
    matches.some(({ alert_id: id }) => readOnlyAlerts.has(id))
      ? t('denied', { owner: roles('owner'), compliance: roles('compliance') })
      : undefined
}
