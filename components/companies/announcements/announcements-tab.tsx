'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { streamedAnnouncement } from '@/lib/contract/announcements'
import { compareValues } from '@/lib/domain/collections/compare-values'

import type { CompanyTabProps } from '../company-tab'
import { OldestFirstNote } from '../part/oldest-first-note'
import { PartEmpty, UnavailablePart, UnreadNote } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { PeriodNote } from '../part/period-note'
import { type PartPages, readItems } from '../part/read-items'
import { AnnouncementItem } from './announcement-item'

const SOURCES = ['krz', 'msig'] as const

/** Announcements of the company in the insolvency register (KRZ) and the court gazette (MSiG). */
export function AnnouncementsTab({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('companies-registers.announcements')
  const names = useTranslations('register-names')
  // Announcements are shown masked, to every role that may list monitors.
  const { allowed, reason = '' } = usePermission('monitors.list')
  return (
    <div className="space-y-4">
      {SOURCES.map((source) =>
        allowed ? (
          <PartView
            key={source}
            number={number}
            part={source}
            calls={calls}
            title={names(`${source}.part`)}
            about={t(`${source}.about`)}
          >
            {(pages) => <AnnouncementList number={number} source={source} company={company} pages={pages} />}
          </PartView>
        ) : (
          <UnavailablePart key={source} title={names(`${source}.part`)} reason={reason} />
        ),
      )}
    </div>
  )
}

interface AnnouncementListProps {
  readonly number: string
  readonly source: 'krz' | 'msig'
  readonly company: CompanyTabProps['company']
  readonly pages: PartPages
}

/** Sorted by day, newest first; within a day, the last one received comes first. */
function AnnouncementList({ number, source, company, pages }: AnnouncementListProps) {
  const t = useTranslations('companies-registers.announcements')
  const names = useTranslations('register-names')
  const { items, unread } = readItems(pages, streamedAnnouncement)
  const newestFirst = items.toReversed().toSorted((a, b) => compareValues(b.published_on ?? '', a.published_on ?? ''))
  return (
    <>
      <PeriodNote pages={pages} source={source} />
      <UnreadNote count={unread} />
      {items.length === 0 ? (
        unread === 0 && <PartEmpty title={t(`${source}.empty`)}>{t(`${source}.emptyMeans`)}</PartEmpty>
      ) : (
        <>
          <OldestFirstNote number={number} part={source} days={items.map(({ published_on: day }) => day)} />
          <ol className="divide-y" aria-label={names(`${source}.part`)}>
            {newestFirst.map((item, index) => (
              <AnnouncementItem key={index} item={item} source={source} company={company} />
            ))}
          </ol>
        </>
      )}
    </>
  )
}
