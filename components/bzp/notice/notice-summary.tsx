'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { type NoticeConditions, whyMatches } from '@/lib/domain/bzp/why-matches'

import { DeadlineBadge } from './deadline-badge'
import { Highlighted } from './highlighted'
import { useNoticeFacts } from './notice-facts'
import type { ShownNotice } from './shown-notice'
import { WhyLines } from './why-lines'

interface NoticeSummaryProps {
  readonly notice: ShownNotice
  /** What it was found by. */
  readonly filter: NoticeConditions
  readonly onOpen: () => void
  /** At the right of the title. */
  readonly aside?: ReactNode
}

/** A notice in a list: its title, which opens it, who asks for what and where, until when, and why it was found. */
export function NoticeSummary({ notice, filter, onOpen, aside }: NoticeSummaryProps) {
  const t = useTranslations('bzp.notice')
  const why = whyMatches(notice, filter)
  const facts = useNoticeFacts(notice)
  return (
    <div className="min-w-0 space-y-1">
      <div className="flex items-start justify-between gap-3">
        <button
          type="button"
          onClick={onOpen}
          title={t('open')}
          className="line-clamp-3 min-w-0 rounded-sm text-left font-medium decoration-line underline-offset-2 hover:underline"
        >
          {why.title === null ? notice.id : <Highlighted {...why.title} />}
        </button>
        {aside}
      </div>
      <p className="text-sm text-muted">
        {why.authority !== null && <Highlighted {...why.authority} />}
        {why.authority !== null && facts !== '' && ' · '}
        {facts}
      </p>
      <WhyLines why={why} />
      <DeadlineBadge notice={notice} />
    </div>
  )
}
