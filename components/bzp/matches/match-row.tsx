'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { useCountValues } from '@/components/ui/use-count-values'
import type { BzpFilter } from '@/lib/contract/bzp'
import type { BzpAlert, BzpMatch } from '@/lib/features/bzp/contract/alerts'

import { NoticeSummary } from '../notice/notice-summary'

export interface MatchActions {
  readonly onOpen: (match: BzpMatch) => void
  readonly onSelect: (match: BzpMatch, isRange: boolean) => void
  readonly onStar: (match: BzpMatch) => void
  readonly onDismiss: (match: BzpMatch) => void
}

interface MatchRowProps extends MatchActions {
  readonly match: BzpMatch
  readonly filter: BzpFilter
  readonly alerts: readonly Pick<BzpAlert, 'id' | 'name'>[]
  readonly isSelected: boolean
  readonly isDeleted: boolean
  readonly denied: string | undefined
}

/** One match: its notice, why it was found, and the team's actions. */
export function MatchRow({ match, filter, alerts, isSelected, isDeleted, denied, ...actions }: MatchRowProps) {
  const t = useTranslations('bzp-matches')
  const title = match.notice.title ?? match.notice.id
  return (
    <li
      data-match=""
      className={classNames(
        'flex items-start gap-2 py-3 pr-3 pl-2',
        isSelected ? 'bg-accent-soft/50' : 'hover:bg-hover/60',
        isDeleted && 'opacity-70',
      )}
    >
      <Checkbox
        aria-label={t('selectOne', { title })}
        checked={isSelected}
        onChange={() => undefined}
        onClick={(event) => actions.onSelect(match, event.shiftKey)}
        className="justify-center"
      />
      <div data-open="" className="min-w-0 flex-1">
        <NoticeSummary
          notice={match.notice}
          filter={filter}
          onOpen={() => actions.onOpen(match)}
          aside={<State match={match} />}
        />
        <Facts match={match} alerts={alerts} isDeleted={isDeleted} />
      </div>
      <span className="flex shrink-0 flex-col gap-1">
        <Button
          size="sm"
          variant="ghost"
          iconOnly
          aria-pressed={match.is_starred}
          aria-label={t('starOne', { title })}
          title={t(match.is_starred ? 'unstar' : 'star')}
          disabledReason={denied}
          onClick={() => actions.onStar(match)}
        >
          <span aria-hidden className={match.is_starred ? 'text-warn' : 'text-muted'}>
            {match.is_starred ? '★' : '☆'}
          </span>
        </Button>
        <Button
          size="sm"
          variant="ghost"
          iconOnly
          aria-label={t(match.dismissed === null ? 'dismissOne' : 'restoreOne', { title })}
          title={t(match.dismissed === null ? 'dismissShort' : 'restore')}
          disabledReason={denied}
          onClick={() => actions.onDismiss(match)}
        >
          <Icon name={match.dismissed === null ? 'close' : 'undo'} size={14} />
        </Button>
      </span>
    </li>
  )
}

function State({ match }: Pick<MatchRowProps, 'match'>) {
  const t = useTranslations('bzp-matches')
  if (match.is_new) return <Badge tone="accent">{t('new')}</Badge>
  return match.is_read ? null : <Badge>{t('unread')}</Badge>
}

const MAX_NAMES = 3

/** Names the alerts that found it; further ones are counted, and listed in the tooltip. */
function FinderNames({ alerts }: Pick<MatchRowProps, 'alerts'>) {
  const t = useTranslations('bzp-matches')
  const countValues = useCountValues()
  const names = alerts.map(({ name }) => t('quoted', { name }))
  // A single further name takes no more space than its count.
  const shown = names.length <= MAX_NAMES + 1 ? names : names.slice(0, MAX_NAMES)
  const rest = names.slice(shown.length)
  return (
    <span title={rest.length > 0 ? rest.join(', ') : undefined}>
      {t('foundBy', { alerts: shown.join(', ') })}
      {rest.length > 0 && ` ${t('moreAlerts', countValues(rest.length))}`}
    </span>
  )
}

function Facts({ match, alerts, isDeleted }: Pick<MatchRowProps, 'match' | 'alerts' | 'isDeleted'>) {
  const t = useTranslations('bzp-matches')
  const assign = useTranslations('common.assign')
  const countValues = useCountValues()
  const { assignee, earlier, dismissed, note } = match
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-muted">
        <FinderNames alerts={alerts} />
        {assignee !== null && <Badge tone="info">{assign('to', { who: assignee.name ?? assignee.email })}</Badge>}
        {earlier.length > 0 && <Badge tone="warn">{t('changed', countValues(earlier.length))}</Badge>}
        {isDeleted && <Badge tone="neutral">{t('gone')}</Badge>}
      </p>
      {dismissed !== null && (
        <p className="text-sm text-muted">
          {t('dismissedBy', { who: dismissed.by ?? '–', reason: dismissed.reason ?? t('noReason') })}
        </p>
      )}
      {note !== null && <p className="line-clamp-2 text-sm break-words">{t('noteLine', { note })}</p>}
    </>
  )
}
