'use client'

import { useTranslations } from 'use-intl'

import { NoteField } from '@/components/shared/note-field'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import type { BzpFilter } from '@/lib/contract/bzp'
import { matchesCalendarPath } from '@/lib/domain/routes'
import { type BzpMatch, MAX_NOTE_LENGTH } from '@/lib/features/bzp/contract/alerts'

import { NoticeDialog } from '../notice/notice-dialog'
import { AssignMatches } from './assign-matches'
import { LatestChange, OlderNotices } from './match-changes'
import type { MatchChanges } from './use-matches'

interface MatchDialogProps {
  readonly match: BzpMatch
  readonly filter: BzpFilter
  /** Why the user may not change what the team shares. */
  readonly denied: string | undefined
  readonly isTeam: boolean
  readonly changes: MatchChanges
  readonly onDismiss: (match: BzpMatch) => void
  readonly onClose: () => void
}

/** A match in full: the latest change, the notice, the team's actions, and earlier notices. */
export function MatchDialog({ match, filter, onClose, ...actions }: MatchDialogProps) {
  return (
    <NoticeDialog
      notice={match.notice}
      filter={filter}
      onClose={onClose}
      lead={
        <>
          <LatestChange match={match} />
          <TeamActions match={match} {...actions} />
        </>
      }
    >
      <NoteField
        note={match.note}
        maxLength={MAX_NOTE_LENGTH}
        denied={actions.denied}
        onSave={(note) => actions.changes.change([match], { note })}
      />
      <OlderNotices match={match} />
    </NoticeDialog>
  )
}

type TeamActionsProps = Pick<MatchDialogProps, 'match' | 'denied' | 'isTeam' | 'changes' | 'onDismiss'>

function TeamActions({ match, denied, isTeam, changes, onDismiss }: TeamActionsProps) {
  const t = useTranslations('bzp-matches')
  const calendar = new URLSearchParams({ alert: match.alert_id, tender: match.tender_id })
  if (match.dismissed !== null) calendar.set('state', 'dismissed')
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        aria-pressed={match.is_starred}
        disabledReason={denied}
        onClick={() => void changes.change([match], { is_starred: !match.is_starred })}
      >
        {t(match.is_starred ? 'unstar' : 'star')}
      </Button>
      <AssignMatches matches={[match]} isTeam={isTeam} denied={denied} changes={changes} />
      <Button size="sm" disabledReason={denied} onClick={() => onDismiss(match)}>
        {t(match.dismissed === null ? 'dismissShort' : 'restore')}
      </Button>
      {match.notice.offers_until && (
        <a href={matchesCalendarPath(`?${calendar.toString()}`)} download className={buttonClass({ size: 'sm' })}>
          <Icon name="calendar" size={14} />
          {t('calendarOne')}
        </a>
      )}
    </div>
  )
}
