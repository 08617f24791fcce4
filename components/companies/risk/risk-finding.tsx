'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useViewer } from '@/components/layout/viewer'
import { Link } from '@/components/ui/link'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { panelQuery } from '@/lib/client/queries'
import { parseDay } from '@/lib/domain/calendar'
import { shownText } from '@/lib/domain/events/event-text'
import { formatDate } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'

import { withIds } from '../part/read-items'
import { type Finding, isRiskCode, recentUntil, type RiskCode, tabOfEvidence, youngUntil } from './risk-words'

interface RiskFindingProps {
  readonly number: string
  readonly finding: Finding
}

export function RiskFinding({ number, finding }: RiskFindingProps) {
  const { code = '', description, points, evidence } = finding
  const t = useTranslations('companies-registers.risk')
  const riskCode = isRiskCode(code) ? code : undefined
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3">
      <Points points={points} />
      <div className="space-y-1">
        <p dir="auto" className="font-medium wrap-anywhere">
          {riskCode === undefined ? (shownText(description) ?? code) : t(`codes.${riskCode}`)}
        </p>
        <ScoreWithoutFinding number={number} finding={finding} />
        <Evidence number={number} evidence={evidence ?? []} />
      </div>
    </li>
  )
}

function Points({ points }: Pick<Finding, 'points'>) {
  const t = useTranslations('companies-registers.risk')
  return (
    <p className="text-right font-semibold tabular">
      {typeof points === 'number' && (
        <>
          +{points}
          <span className="sr-only"> {t('points')}</span>
        </>
      )}
    </p>
  )
}

function ScoreWithoutFinding({ number, finding }: RiskFindingProps) {
  const t = useTranslations('companies-registers.risk')
  const { code = '', score_without: score, evidence } = finding
  return (
    <p className="text-sm text-muted">
      {typeof score === 'number' && <span className="tabular">{t('without', { score })} </span>}
      {isRiskCode(code) && <FindingExpiry code={code} number={number} evidence={evidence ?? []} />}
    </p>
  )
}

type EvidenceList = NonNullable<Finding['evidence']>

interface FindingExpiryProps {
  readonly code: RiskCode
  readonly number: string
  readonly evidence: EvidenceList
}

/** Shows when a finding expires, if ever. Only the rules of the embedded service are known. */
function FindingExpiry({ code, number, evidence }: FindingExpiryProps) {
  const t = useTranslations('companies-registers.risk.outlook')
  const locale = useLocale()
  const { mode } = useViewer()
  if (mode === 'remote') return null
  if (code === 'young') return <YoungUntil number={number} />
  if (code !== 'krz_recent') return t(code)
  const until = recentUntil(evidence.map(({ day }) => parseDay(day ?? '')))
  return until === undefined ? t('krz_recent') : t('krz_recent_until', { day: formatDate(until, locale) })
}

/** The day is known if the record was paid for. */
function YoungUntil({ number }: { readonly number: string }) {
  const t = useTranslations('companies-registers.risk.outlook')
  const locale = useLocale()
  const { data } = useQuery(panelQuery('companies.part', { params: { number, part: 'record' } }))
  const record = readStoredAnswer('record.get', withIds(data?.pages[0]?.answer))
  const registeredOn = parseDay(record?.registered_on ?? '')
  return registeredOn === null ? t('young') : t('young_until', { day: formatDate(youngUntil(registeredOn), locale) })
}

const MAX_EVIDENCE = 3

function Evidence({ number, evidence }: Omit<FindingExpiryProps, 'code'>) {
  const t = useTranslations('companies-registers.risk')
  const countValues = useCountValues()
  const id = useId()
  const [isExpanded, setIsExpanded] = useState(false)
  if (evidence.length === 0) return null
  const shown = isExpanded ? evidence : evidence.slice(0, MAX_EVIDENCE)
  return (
    <div className="space-y-1">
      <ul id={id} aria-label={t('evidence')} className="space-y-1">
        {shown.map((each, index) => (
          <EvidenceLine key={index} number={number} evidence={each} />
        ))}
      </ul>
      {evidence.length > MAX_EVIDENCE && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setIsExpanded(!isExpanded)}
          className="rounded-sm text-sm text-accent-ink underline underline-offset-2"
        >
          {isExpanded ? t('fewer') : t('all', countValues(evidence.length))}
        </button>
      )}
    </div>
  )
}

interface EvidenceLineProps {
  readonly number: string
  readonly evidence: EvidenceList[number]
}

function EvidenceLine({ number, evidence: { source, day, title } }: EvidenceLineProps) {
  const t = useTranslations('companies-registers.risk')
  const tab = tabOfEvidence(source ?? '')
  const text = shownText(title) ?? t('untitled')
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 text-sm">
      {source && <SourceBadge source={source} />}
      {day && <Time instant={day} format="date" className="whitespace-nowrap text-muted tabular" />}
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {tab === undefined ? (
          text
        ) : (
          <Link href={asRoute(companyPath(number, tab))} className="underline underline-offset-2">
            {text}
          </Link>
        )}
      </span>
    </li>
  )
}
