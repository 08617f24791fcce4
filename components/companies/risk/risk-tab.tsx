'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { Meter } from '@/components/ui/meter'
import { Time } from '@/components/ui/time'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'

import type { CompanyTabProps } from '../company-tab'
import { PartEmpty, PartNote } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { withIds } from '../part/read-items'
import { RiskFinding } from './risk-finding'
import { readRiskLevel } from './risk-level'
import type { RiskResult } from './risk-words'

const MAX_SCORE = 100

const CONSIDERED_CRITERIA = ['status', 'proceedings', 'krz', 'knf', 'vat', 'capital', 'age', 'board'] as const
const IGNORED_CRITERIA = ['statements', 'payments', 'people', 'court', 'uokik'] as const

export function RiskTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('companies-registers')
  const names = useTranslations('register-names')
  return (
    <div className="space-y-4">
      <PartView number={number} part="risk" calls={calls} title={names('risk.part')} about={t('risk.about')}>
        {(pages) => {
          const answer = readStoredAnswer('risk.get', withIds(pages[0]?.answer))
          if (answer === undefined) return <PartNote isWarning>{t('unknownShape')}</PartNote>
          return <RiskAnswer number={number} answer={answer} />
        }}
      </PartView>
      <ScoreCriteria />
    </div>
  )
}

/** Lists what the score considers and what it ignores. The rules of a remote service are unknown. */
function ScoreCriteria() {
  const t = useTranslations('companies-registers.risk')
  const { mode } = useViewer()
  return (
    <Card title={t('lookedAt.title')}>
      <CardBody className="space-y-3">
        <p className="max-w-prose">{t('noJudgement')}</p>
        {mode === 'remote' ? (
          <p className="max-w-prose text-muted">{t('lookedAt.remote')}</p>
        ) : (
          <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <CriteriaList
              heading={t('lookedAt.yes')}
              icon="check"
              criteria={CONSIDERED_CRITERIA.map((each) => t(`lookedAt.things.${each}`))}
            />
            <CriteriaList
              heading={t('lookedAt.no')}
              icon="close"
              criteria={IGNORED_CRITERIA.map((each) => t(`lookedAt.others.${each}`))}
            />
          </div>
        )}
      </CardBody>
    </Card>
  )
}

interface CriteriaListProps {
  readonly heading: string
  readonly icon: 'check' | 'close'
  readonly criteria: readonly string[]
}

function CriteriaList({ heading, icon, criteria }: CriteriaListProps) {
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium text-muted">{heading}</h3>
      <ul className="space-y-1">
        {criteria.map((criterion) => (
          <li key={criterion} className="flex gap-2">
            <Icon name={icon} size={13} className="mt-1 shrink-0 text-muted" />
            <span>{criterion}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RiskAnswerProps {
  readonly number: string
  readonly answer: RiskResult
}

function RiskAnswer({ number, answer }: RiskAnswerProps) {
  const t = useTranslations('companies-registers.risk')
  const factors = (answer.factors ?? []).toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
  return (
    <>
      <Score answer={answer} />
      {factors.length === 0 ? (
        <PartEmpty title={t('nothing')}>{t('nothingMeans')}</PartEmpty>
      ) : (
        <ul className="divide-y border-t">
          {factors.map((finding, index) => (
            <RiskFinding key={index} number={number} finding={finding} />
          ))}
        </ul>
      )}
    </>
  )
}

function Score({ answer }: Pick<RiskAnswerProps, 'answer'>) {
  const t = useTranslations('companies-registers.risk')
  const names = useTranslations('register-names')
  const { score, level, assessed_at: at } = answer
  const { level: knownLevel, tone } = readRiskLevel(level)
  const words = knownLevel === undefined ? level : t(`levels.${knownLevel}`)
  const hasScore = typeof score === 'number'
  return (
    <CardBody className="space-y-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {hasScore && (
          <span className="text-xl font-semibold tabular">
            {score}
            <span className="text-base font-normal text-muted"> / {MAX_SCORE}</span>
          </span>
        )}
        {words && <Badge tone={tone.badge}>{words}</Badge>}
        {at && (
          <span className="text-sm text-muted">
            {t('assessed')} <Time instant={at} />
          </span>
        )}
      </p>
      {hasScore && (
        <div className="max-w-md">
          <Meter
            label={names('risk.part')}
            value={score}
            max={MAX_SCORE}
            tone={tone.meter}
            valueText={[t('of', { score, max: MAX_SCORE }), words].filter(Boolean).join(', ')}
          />
        </div>
      )}
    </CardBody>
  )
}
