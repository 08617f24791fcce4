'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { NoteField } from '@/components/shared/note-field'
import { ClaimDeadlineNote } from '@/components/ui/events/claim-deadline'
import { KindBadge } from '@/components/ui/events/kind-badge'
import { Icon } from '@/components/ui/icon'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { opensClaims } from '@/lib/domain/events/claim-deadline'
import { shownText } from '@/lib/domain/events/event-text'
import { krsFieldKey } from '@/lib/domain/registers/krs-field-words'

import { EventFacts } from './event-facts'
import { NOTE_ID, type ViewProps } from './event-view'
import type { EventReview } from './feed-store'
import { type RegisterDetails, useRegisterDetails } from './use-register-details'

/** Equals the contract's limit, whose module would load the schemas. */
const MAX_NOTE_LENGTH = 2000

export function EventDetails({ event, review, reviews, isNoting }: ViewProps) {
  const t = useTranslations('events.details')
  const query = useRegisterDetails(event)
  return (
    <div className="space-y-4">
      <div>
        <p className="mb-1.5">
          <KindBadge kind={event.kind} severity={event.severity} />
        </p>
        <p lang="pl" className="font-medium break-words">
          {shownText(event.title) ?? t('unknown')}
        </p>
        {review !== null && review.reviewed !== null && <ReviewLine reviewed={review.reviewed} />}
      </div>
      {opensClaims(event) && <ClaimDeadlineNote day={event.day} />}
      <QueryView query={query} contentName={t('what')} skeleton={<SkeletonRows rows={3} />}>
        {({ details }) =>
          details === null ? (
            <p className="text-muted">{t('noDetails')}</p>
          ) : (
            <>
              <Changes changes={details.changes} hasText={details.text !== null} />
              {details.text !== null && (
                <Part title={t('text')}>
                  <p lang="pl" className="text-sm break-words whitespace-pre-line">
                    {shownText(details.text)}
                  </p>
                </Part>
              )}
            </>
          )
        }
      </QueryView>
      <div id={NOTE_ID}>
        <NoteField
          note={review?.note ?? null}
          maxLength={MAX_NOTE_LENGTH}
          denied={reviews.denied}
          autoFocus={isNoting}
          onSave={(note) => reviews.change([event], { note })}
        />
      </div>
      <EventFacts event={event} details={query.data?.details ?? null} />
    </div>
  )
}

function ReviewLine({ reviewed }: { readonly reviewed: NonNullable<EventReview['reviewed']> }) {
  const t = useTranslations('events.row')
  return (
    <p className="mt-1 flex items-center gap-1.5 text-sm text-accent-ink">
      <Icon name="check" size={12} />
      <span>
        {t('reviewed', { who: reviewed.by ?? t('formerMember') })}, <Time instant={reviewed.at} />
      </span>
    </p>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 text-sm font-medium text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}

interface ChangesProps {
  readonly changes: RegisterDetails['changes']
  readonly hasText: boolean
}

/** What was and what is, side by side. */
function Changes({ changes, hasText }: ChangesProps) {
  const t = useTranslations('events.details')
  const fields = useTranslations('krs-fields')
  const nameOf = (field: string) => {
    const key = krsFieldKey(field)
    return key === undefined ? field : fields(key)
  }
  if (changes.length === 0) return hasText ? null : <p className="text-muted">{t('noDetails')}</p>
  return (
    <Part title={t('changes')}>
      <ul className="divide-y rounded-md border">
        {changes.map(({ section, field, old_value: before, new_value: after }, index) => (
          // Entries of a register have no id, and their order does not change.
          <li key={index} className="px-3 py-2">
            <p className="text-sm font-medium break-words">{nameOf(field)}</p>
            {section !== null && (
              <p lang="pl" className="text-xs break-words text-muted">
                {section}
              </p>
            )}
            <dl className="mt-1 grid grid-cols-2 gap-x-3 text-sm">
              <dt className="text-muted">{t('before')}</dt>
              <dt className="text-muted">{t('after')}</dt>
              <ChangedValue value={before} />
              <ChangedValue value={after} isNew />
            </dl>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function ChangedValue({ value, isNew = false }: { readonly value: string | null; readonly isNew?: boolean }) {
  const t = useTranslations('events.details')
  const shown = shownText(value)
  if (shown === undefined) return <dd className="text-muted">{t('nothing')}</dd>
  return (
    <dd lang="pl" className={isNew ? 'font-medium break-words' : 'break-words text-muted'}>
      {shown}
    </dd>
  )
}
