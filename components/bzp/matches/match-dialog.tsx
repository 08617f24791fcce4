'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import { TextArea } from '@/components/ui/inputs/text-area'
import { toast } from '@/components/ui/overlay/toast'
import type { BzpFilter } from '@/lib/contract/bzp'
import { matchesCalendarPath } from '@/lib/domain/routes'
import { type BzpMatch, MAX_NOTE_LENGTH } from '@/lib/features/bzp/contract/alerts'

import { NoticeDialog } from '../notice/notice-dialog'
import { AssignButton } from './assign-button'
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
      <Note match={match} denied={actions.denied} changes={actions.changes} />
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
      <AssignButton matches={[match]} isTeam={isTeam} denied={denied} changes={changes} />
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

/**
 * A note that could not be saved stays in the field, and is offered again if the dialog was closed before it was saved.
 */
function Note({ match, denied, changes }: Omit<TeamActionsProps, 'isTeam' | 'onDismiss'>) {
  const t = useTranslations('bzp-matches.note')
  // Until the user types, the field shows what colleagues write.
  const [typed, setTyped] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const text = typed ?? match.note ?? ''
  const isChanged = text.trim() !== (match.note ?? '')
  const save = async () => {
    setIsPending(true)
    const isSaved = await changes.change([match], { note: text.trim() === '' ? null : text.trim() })
    if (isSaved) setTyped((now) => (now === text ? undefined : now))
    setIsPending(false)
  }
  const offerUnsaved = useEffectEvent(() => {
    if (isChanged && !isPending) {
      toast.error(t('unsaved'), { duration: 0, action: { label: t('save'), onPress: () => void save() } })
    }
  })
  useEffect(() => () => offerUnsaved(), [])
  if (denied !== undefined) return match.note === null ? null : <p className="whitespace-pre-line">{match.note}</p>
  return (
    <div className="space-y-2">
      <TextArea
        label={t('label')}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        size="sm"
        isPending={isPending}
        disabledReason={isChanged ? undefined : t('same')}
        onClick={() => void save()}
      >
        {t('save')}
      </Button>
    </div>
  )
}
