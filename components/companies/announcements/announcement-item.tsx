'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { ClaimDeadlineBadge } from '@/components/ui/events/claim-deadline'
import { Time } from '@/components/ui/time'
import type { streamedAnnouncement } from '@/lib/contract/announcements'
import { parseDay, warsawDay } from '@/lib/domain/calendar'
import { claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import { shownText } from '@/lib/domain/events/event-text'
import { formatDate } from '@/lib/domain/format/format'

import type { CompanyTabProps } from '../company-tab'
import { FoldedText } from '../part/folded-text'
import type { ReadItem } from '../part/read-items'
import { companyRole, textOfField } from './company-role'

interface AnnouncementItemProps {
  readonly item: ReadItem<typeof streamedAnnouncement>
  readonly source: 'krz' | 'msig'
  readonly company: CompanyTabProps['company']
}

export function AnnouncementItem({ item, source, company }: AnnouncementItemProps) {
  const t = useTranslations('companies-registers.announcements')
  const row = item.row ?? {}
  const title = shownText(item.title) ?? shownText(textOfField(row, 'title')) ?? t('untitled')
  const day = parseDay(item.published_on ?? '')
  const text = shownText(textOfField(row, 'tresc_text'))
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <p className="font-medium whitespace-nowrap tabular">
        {item.published_on ? <Time instant={item.published_on} format="date" /> : t('noDay')}
      </p>
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="font-medium wrap-anywhere">
            {title}
          </span>
          <RoleBadge row={row} company={company} />
        </p>
        {day !== null && opensClaims({ source: item.source ?? source, title }) && <ClaimLine day={day} />}
        <Particulars row={row} />
        {text !== undefined && <FoldedText text={text} of={title} className="max-w-prose text-sm" />}
      </div>
    </li>
  )
}

type RowProps = { readonly row: Readonly<Record<string, unknown>> }

function RoleBadge({ row, company }: RowProps & Pick<AnnouncementItemProps, 'company'>) {
  const t = useTranslations('companies-registers.announcements.roles')
  const role = company === null ? undefined : companyRole(row, company)
  if (role === undefined) return null
  const words = role.kind === 'adviser' ? role.label || t('adviser') : t(role.kind)
  return <Badge tone={role.kind === 'debtor' ? 'warn' : 'neutral'}>{words}</Badge>
}

/** Shows the last day on which a creditor can lodge a claim, or that it has passed. */
function ClaimLine({ day }: { readonly day: string }) {
  const t = useTranslations('companies-registers.announcements')
  const locale = useLocale()
  const { lastDay, daysLeft } = claimDeadline(day, warsawDay(new Date(useClock())))
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span>{t(daysLeft < 0 ? 'claimOver' : 'claimUntil', { day: formatDate(lastDay, locale) })}</span>
      <ClaimDeadlineBadge day={day} />
    </p>
  )
}

/** Names the court, the case and the place of publication; missing fields are omitted. */
function Particulars({ row }: RowProps) {
  const t = useTranslations('companies-registers.announcements')
  const facts = [
    ['kind', textOfField(row, 'subcategory') ?? textOfField(row, 'category')],
    ['court', [textOfField(row, 'court'), textOfField(row, 'court_division')].filter(Boolean).join(', ')],
    ['signature', textOfField(row, 'signature')],
    ['number', textOfField(row, 'number')],
  ] as const
  const shownFacts = facts.filter(([, words]) => words)
  if (shownFacts.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
      {shownFacts.map(([name, words]) => (
        <div key={name} className="flex min-w-0 gap-x-1">
          <dt className="sr-only">{t(name)}: </dt>
          <dd dir="auto" className="wrap-anywhere tabular">
            {words}
          </dd>
        </div>
      ))}
    </dl>
  )
}
