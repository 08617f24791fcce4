'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { useCountValues } from '@/components/ui/use-count-values'
import {
  type NoticeConditions,
  explainMatch,
  type Passage,
  type MatchExplanation,
} from '@/lib/features/bzp/domain/why-matches'

import { DeadlineBadge } from './deadline-badge'
import { Highlighted } from './highlighted'
import { useNoticeFacts } from './notice-facts'
import { type ShownNotice, shortCpv } from './shown-notice'
import { useCpvNames } from './use-cpv-names'

interface NoticeSummaryProps {
  readonly notice: ShownNotice
  readonly filter: NoticeConditions
  readonly onOpen: () => void
  readonly aside?: ReactNode
}

/** A notice in a list: its title, which opens it, authority, place and deadline, and why it was found. */
export function NoticeSummary({ notice, filter, onOpen, aside }: NoticeSummaryProps) {
  const t = useTranslations('bzp.notice')
  const why = explainMatch(notice, filter)
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

/** Quotes the passage of the description that matched. */
function PassageLine({ passage }: { readonly passage: Passage }) {
  return (
    <p className="text-sm">
      {passage.isCutBefore && '…\u00A0'}
      <Highlighted {...passage} />
      {passage.isCutAfter && '\u00A0…'}
    </p>
  )
}

/**
 * Shows the matched code with its name, and how many others there are. It is a single line, so that a name that arrives
 * later does not shift the layout.
 */
function CpvLine({ cpv: { code, isHit, others } }: { readonly cpv: NonNullable<MatchExplanation['cpv']> }) {
  const t = useTranslations('bzp.notice')
  const nameOf = useCpvNames([code])
  const countValues = useCountValues()
  const name = nameOf(code)
  return (
    <p className="flex min-w-0 gap-1.5 text-sm text-muted" title={name}>
      <span className="shrink-0 tabular">{isHit ? <mark>{shortCpv(code)}</mark> : shortCpv(code)}</span>
      <span className="truncate">{name}</span>
      {others > 0 && (
        <span className="shrink-0 tabular" title={t('otherCodes', countValues(others))}>
          <span aria-hidden>+{others}</span>
          <span className="sr-only">{t('otherCodes', countValues(others))}</span>
        </span>
      )}
    </p>
  )
}

interface WhyLinesProps {
  readonly why: MatchExplanation
  readonly className?: string
}

/** Shows why a notice was found, besides its title and authority: words of its description, the NIP, the code. */
function WhyLines({ why, className }: WhyLinesProps) {
  const t = useTranslations('bzp.notice')
  return (
    <div className={classNames('space-y-0.5', className)}>
      {why.passages.map((passage) => (
        <PassageLine key={passage.text} passage={passage} />
      ))}
      {why.nip !== null && (
        <p className="text-sm text-muted">
          {t('fields.nip')} <mark className="tabular">{why.nip}</mark>
        </p>
      )}
      {why.cpv && <CpvLine cpv={why.cpv} />}
    </div>
  )
}
