'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatPercent } from '@/lib/domain/format/format'
import { type DayFigure, isPoolFigure, poolByFigure, pools } from '@/lib/domain/usage/pools'

import { compareFigures, type Comparison } from './totals'
import { useFigureText } from './use-figure-text'
import { useSummary } from './use-usage'

interface TotalTileProps {
  readonly name: DayFigure
  readonly value: number | undefined
  /** Of whole days; undefined while there is nothing to compare. */
  readonly comparison: Comparison | undefined
  readonly isCurrent: boolean
}

/** One figure of the month, what it was before, and what the plan includes. */
export function TotalTile({ name, value, comparison, isCurrent }: TotalTileProps) {
  const t = useTranslations('usage.figures')
  const figures = useFigureText()
  const text = name === 'overage_grosz' ? figures.grosz : figures.count
  return (
    <div className="min-w-0 bg-card px-4 py-3">
      <dt className="text-muted">{isPoolFigure(name) ? figures.nameOf(name) : t(name)}</dt>
      <dd className="text-title font-semibold tracking-tight break-words tabular">{text(value)}</dd>
      <Changed name={name} value={value} comparison={comparison} />
      {isCurrent && <Included name={name} />}
    </div>
  )
}

/** The sum above counts today as well; what is compared does not, and is said where the two differ. */
function Changed({ name, value, comparison }: Pick<TotalTileProps, 'name' | 'value' | 'comparison'>) {
  const t = useTranslations('usage.totals')
  const figures = useFigureText()
  const text = name === 'overage_grosz' ? figures.grosz : figures.count
  if (comparison === undefined) return null
  const [now, before] = [comparison.now[name], comparison.before[name]]
  const change = compareFigures(now, before)
  if (change.kind === 'unknown') return <dd className="text-sm text-muted">{t('incomparable')}</dd>
  return (
    <>
      <dd className="text-sm tabular">
        {change.kind === 'same' ? t('same') : <MoreOrLess {...change} name={name} by={text(change.by)} />}
      </dd>
      <dd className="text-sm text-muted tabular">
        {now === value
          ? t('before', { value: text(before) })
          : t('beforeToday', { now: text(now), value: text(before) })}
      </dd>
    </>
  )
}

interface MoreOrLessProps {
  readonly name: DayFigure
  readonly kind: 'more' | 'less'
  readonly by: string
  readonly ratio: number | undefined
}

function MoreOrLess({ name, kind, by, ratio }: MoreOrLessProps) {
  const t = useTranslations('usage.totals')
  const locale = useLocale()
  const what = name === 'overage_grosz' ? 'amount' : 'count'
  return ratio === undefined
    ? t(kind, { what, by })
    : t(`${kind}Ratio`, { what, by, percent: formatPercent(ratio, locale) })
}

/** Monthly pools only: of a month a daily limit says nothing. */
function Included({ name }: { readonly name: DayFigure }) {
  const t = useTranslations('usage.totals')
  const figures = useFigureText()
  const limits = useSummary().data?.limits
  if (!isPoolFigure(name) || pools[poolByFigure[name]].reset !== 'monthly') return null
  const limit = limits?.[name]
  if (limit === undefined || limit === null) return null
  return <dd className="text-sm text-muted tabular">{t('included', { value: figures.count(limit) })}</dd>
}
