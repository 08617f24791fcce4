'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'

import type { CompanyTabProps } from '../company-tab'
import { ShutPart } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { AnnouncementList } from './announcement-list'

const SOURCES = ['krz', 'msig'] as const

/** What the register of debtors and the court gazette announced of the company. */
export function AnnouncementsTab({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('company-registers.announcements')
  // Here announcements are masked, and so they are for everybody who may see whom is watched.
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
            title={t(`${source}.title`)}
            about={t(`${source}.about`)}
          >
            {(pages) => <AnnouncementList number={number} source={source} company={company} pages={pages} />}
          </PartView>
        ) : (
          <ShutPart key={source} title={t(`${source}.title`)} titleId={`part-${source}`} reason={reason} />
        ),
      )}
    </div>
  )
}
