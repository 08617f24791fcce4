'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { NoteField } from '@/components/shared/note-field'
import { PersonalValue } from '@/components/shared/personal-value'
import { Button, LinkButton } from '@/components/ui/button'
import { ClaimDeadlineNote } from '@/components/ui/claim-deadline'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { KindBadge } from '@/components/ui/kind-badge'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { opensClaims } from '@/lib/domain/events/claim-deadline'
import { shownText } from '@/lib/domain/events/event-text'
import { registerSiteOf } from '@/lib/domain/events/register-sites'
import { isEventSource, reportSourceOf } from '@/lib/domain/events/sources'
import { companyPath, monitorPath, reportsOfDayPath } from '@/lib/domain/routes'

import { companyNumberOf } from './company-number'
import { type EventReview, type Feed, type FeedEvent, hasReview } from './feed-store'
import { AssignEvents } from './list-bar'
import type { EventReviews } from './use-event-reviews'
import { useEventTexts } from './use-event-texts'

type RegisterDetails = NonNullable<PanelAnswer<'events.get'>['details']>

/** Equals the contract's limit, whose module would load the schemas. */
const MAX_NOTE_LENGTH = 2000

export interface EventViewProps {
  readonly event: FeedEvent
  readonly review: EventReview | null
  readonly feed: Feed
  readonly reviews: EventReviews
  readonly isUnread: boolean
  /** Whether the note gets the focus. */
  readonly isNoting: boolean
  readonly onToggleRead: () => void
  readonly onClose: () => void
}

type ViewProps = Omit<EventViewProps, 'onClose'>

/** What the register says. It is read from the service, and does not change. */
const useRegisterDetails = ({ id }: FeedEvent) =>
  useQuery({ ...panelQuery('events.get', { params: { id } }), staleTime: Infinity })

/** What can be done with an event; opening its company comes first. */
export function EventActions({ event, feed, review, reviews, isUnread, onToggleRead }: ViewProps) {
  const t = useTranslations('events.details')
  const details = useRegisterDetails(event).data?.details
  const company = companyNumberOf(event) ?? details?.krs ?? details?.nip
  const report = reportSourceOf(event.source)
  return (
    <>
      {company !== undefined && company !== null && (
        <LinkButton variant="primary" size="sm" href={asRoute(companyPath(company))}>
          {t('company')}
        </LinkButton>
      )}
      <Button size="sm" disabledReason={reviews.denied} onClick={() => void reviews.toggleReviewed([event])}>
        <Icon name={hasReview(review) ? 'undo' : 'check'} size={14} />
        {t(hasReview(review) ? 'reopen' : 'review')}
      </Button>
      <AssignEvents feed={feed} events={[event]} reviews={reviews} />
      {event.monitor_id !== '' && event.also.length === 0 && (
        <LinkButton size="sm" href={asRoute(monitorPath(event.monitor_id))}>
          {t('monitor')}
        </LinkButton>
      )}
      {report !== undefined && (
        <LinkButton size="sm" href={asRoute(reportsOfDayPath(event.day, report))}>
          {t('report')}
        </LinkButton>
      )}
      <Button size="sm" variant="ghost" onClick={onToggleRead}>
        {t(isUnread ? 'markRead' : 'markUnread')}
      </Button>
    </>
  )
}

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
      <NoteField
        note={review?.note ?? null}
        maxLength={MAX_NOTE_LENGTH}
        denied={reviews.denied}
        autoFocus={isNoting}
        onSave={(note) => reviews.change([event], { note })}
      />
      <Facts event={event} details={query.data?.details ?? null} />
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
  if (changes.length === 0) return hasText ? null : <p className="text-muted">{t('noDetails')}</p>
  return (
    <Part title={t('changes')}>
      <ul className="divide-y rounded-md border">
        {changes.map(({ section, field, old_value: before, new_value: after }, index) => (
          // Entries of a register have no id, and their order does not change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="px-3 py-2">
            <p lang="pl" className="text-sm font-medium break-words">
              {section === null ? field : `${section} · ${field}`}
            </p>
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

interface FactsProps {
  readonly event: FeedEvent
  readonly details: RegisterDetails | null
}

/** Where the event stands: its register, its numbers, and who watches its subject. */
function Facts({ event, details }: FactsProps) {
  const t = useTranslations('events.details')
  const names = useTranslations('register-names')
  const { source } = event
  const site = registerSiteOf(source)
  return (
    <DataList>
      <DataRow label={t('source')}>
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          <SourceBadge source={source} />
          {isEventSource(source) && names(`${source}.source`)}
        </span>
      </DataRow>
      {details !== null && (
        <>
          {details.published_on !== null && (
            <DataRow label={t('published')}>
              <Time instant={details.published_on} format="date" />
            </DataRow>
          )}
          <Fact label={t('number')} value={details.number} />
          <Fact label={t('signature')} value={details.signature} />
          <Fact label={t('court')} value={details.court} />
        </>
      )}
      {site !== undefined && (
        <DataRow label={t('register')}>
          <a href={site} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            {new URL(site).host}
          </a>
        </DataRow>
      )}
      <DataRow label={t('when')}>
        <Time instant={event.created_at} />
      </DataRow>
      <Identifiers event={event} />
      {event.also.length > 0 && (
        <DataRow label={t('monitors')}>
          <MonitorLinks event={event} />
        </DataRow>
      )}
      <DataRow label={t('announcement')}>
        <span className="inline-flex items-center gap-1">
          <code className="font-mono text-sm break-all">{event.announcement_id}</code>
          <CopyButton value={event.announcement_id} iconOnly />
        </span>
      </DataRow>
    </DataList>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  const shown = shownText(value)
  if (shown === undefined) return null
  return (
    <DataRow label={label}>
      <span lang="pl">{shown}</span>
    </DataRow>
  )
}

/** Lists the numbers by which the event was found; the number of a person can be revealed. */
function Identifiers({ event }: { readonly event: FeedEvent }) {
  const t = useTranslations('events.details')
  const { identifier, identifiers } = useEventTexts(event)
  if (identifier === undefined) return null
  return (
    <DataRow label={t(identifiers.length > 1 ? 'identifiers' : 'identifier')}>
      <PersonalValue masked={identifier} source={{ kind: 'event', id: event.id }} />
      {identifiers
        .filter((other) => other !== identifier)
        .map((other) => (
          <span key={other} className="block">
            {other}
          </span>
        ))}
    </DataRow>
  )
}

/** Links every monitor that found this announcement, with the number it matched. */
function MonitorLinks({ event }: { readonly event: FeedEvent }) {
  const t = useTranslations('events.details')
  const { numberOf } = useEventTexts(event)
  const monitors = [event, ...event.also].filter(({ monitor_id: id }) => id !== '')
  const names = monitors.map((monitor) => numberOf(monitor) ?? t('monitor'))
  return (
    <ul className="space-y-1">
      {monitors.map(({ id, monitor_id: monitorId }, index) => {
        const name = names[index] ?? ''
        const occurrence = names.slice(0, index + 1).filter((other) => other === name).length
        return (
          <li key={id}>
            <Link href={asRoute(monitorPath(monitorId))} className="underline underline-offset-2">
              {occurrence > 1 ? `${name} (${occurrence})` : name}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
