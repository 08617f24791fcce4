'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { CardBody } from '@/components/ui/card'
import { Meter, type MeterTone } from '@/components/ui/meter'
import { Time } from '@/components/ui/time'

import { PartEmpty } from '../part/part-notes'
import { RiskFinding } from './risk-finding'
import { isRiskLevel, type RiskLevel, type RiskReading } from './risk-words'

interface RiskAnswerProps {
  readonly number: string
  readonly answer: RiskReading
}

export function RiskAnswer({ number, answer }: RiskAnswerProps) {
  const t = useTranslations('company-registers.risk')
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

const tones: Readonly<Record<RiskLevel, { readonly badge: Tone; readonly meter: MeterTone }>> = {
  low: { badge: 'accent', meter: 'normal' },
  medium: { badge: 'warn', meter: 'warn' },
  high: { badge: 'danger', meter: 'danger' },
}
const unknownTone = { badge: 'neutral', meter: 'normal' } as const
const MAX_SCORE = 100

/** The score in figures, in words and as a bar. */
function Score({ answer }: Pick<RiskAnswerProps, 'answer'>) {
  const t = useTranslations('company-registers.risk')
  const { score, level, assessed_at: at } = answer
  const known = level && isRiskLevel(level) ? level : undefined
  const words = known === undefined ? level : t(`levels.${known}`)
  const tone = known === undefined ? unknownTone : tones[known]
  return (
    <CardBody className="space-y-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ScoreFigure score={score} />
        {words && <Badge tone={tone.badge}>{words}</Badge>}
        {at && (
          <span className="text-sm text-muted">
            {t('assessed')} <Time instant={at} />
          </span>
        )}
      </p>
      {typeof score === 'number' && <ScoreBar score={score} words={words ?? ''} tone={tone.meter} />}
    </CardBody>
  )
}

function ScoreFigure({ score }: { readonly score: number | undefined }) {
  if (typeof score !== 'number') return null
  return (
    <span className="text-xl font-semibold tabular">
      {score}
      <span className="text-base font-normal text-muted"> / {MAX_SCORE}</span>
    </span>
  )
}

interface ScoreBarProps {
  readonly score: number
  readonly words: string
  readonly tone: MeterTone
}

function ScoreBar({ score, words, tone }: ScoreBarProps) {
  const t = useTranslations('company-registers.risk')
  const said = [t('of', { score, max: MAX_SCORE }), words].filter((part) => part !== '').join(', ')
  return (
    <div className="max-w-md">
      <Meter label={t('title')} value={score} max={MAX_SCORE} tone={tone} valueText={said} />
    </div>
  )
}
