'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

import type { FigureFault } from '../figure'
import { useFigureText } from '../use-figure-text'
import type { ReconciliationCheck, CheckResult } from './reconciliation'

interface ReconciliationLineProps {
  readonly check: ReconciliationCheck
  /** True if the difference may be only a matter of timing. */
  readonly isReadingAgain: boolean
}

export function ReconciliationLine({ check, isReadingAgain }: ReconciliationLineProps) {
  const t = useTranslations('usage.reconciliation')
  const figures = useFigureText()
  const { verdict } = check
  const isWrong = verdict.kind === 'differs' && !isReadingAgain
  const name = check.about === 'pool' ? t('about.pool', { pool: figures.pool(check.pool) }) : t(`about.${check.about}`)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 bg-card px-4 py-2 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
      <span>{name}</span>
      <span
        className={classNames(
          'min-w-0 text-sm break-words tabular max-sm:order-last max-sm:col-span-2',
          isWrong ? 'text-danger-ink' : 'text-muted',
        )}
      >
        <Sides check={check} />
      </span>
      <VerdictWords check={check} isReadingAgain={isReadingAgain} />
    </li>
  )
}

const isMoney = ({ about }: ReconciliationCheck): boolean => about === 'price' || about === 'overage_grosz'

/** E.g. `suma dni 120 = licznik 120`. */
function Sides({ check }: { readonly check: ReconciliationCheck }) {
  const t = useTranslations('usage.reconciliation')
  const figures = useFigureText()
  const { verdict } = check
  if (verdict.kind === 'unknown') return <Faults faults={verdict.faults} />
  if (verdict.kind === 'prices' || verdict.kind === 'earlier') return <Prices check={check} verdict={verdict} />
  const text = isMoney(check) ? figures.grosz : figures.count
  const sign = verdict.kind === 'agrees' ? '=' : verdict.kind === 'differs' ? '≠' : '≈'
  const right =
    verdict.kind === 'moves' ? t('moving', { from: text(verdict.from), to: text(verdict.to) }) : text(verdict.right)
  return (
    <>
      <LeftSide check={check} value={text(verdict.left)} />{' '}
      <span className="inline-block">
        {sign} {t(check.about === 'pool' ? 'days' : 'meter', { value: right })}
      </span>
    </>
  )
}

interface PricesProps {
  readonly check: ReconciliationCheck
  readonly verdict: Extract<CheckResult, { readonly meanGrosz: number }>
}

/** Both numbers, and why they differ: units charged earlier retain their price. */
function Prices({ check, verdict }: PricesProps) {
  const t = useTranslations('usage.reconciliation')
  const figures = useFigureText()
  return (
    <>
      <LeftSide check={check} value={figures.grosz(verdict.left)} />{' '}
      <span className="inline-block">· {t('meter', { value: figures.grosz(verdict.right) })}</span>{' '}
      <span className="block">{t(verdict.kind, { mean: figures.hundredths(verdict.meanGrosz) })}</span>
    </>
  )
}

function LeftSide({ check, value }: { readonly check: ReconciliationCheck; readonly value: string }) {
  const t = useTranslations('usage.reconciliation')
  const figures = useFigureText()
  if (check.about === 'price')
    return t('product', { units: figures.count(check.units), price: figures.grosz(check.unitGrosz), value })
  return t(check.about === 'pool' ? 'endpoints' : 'days', { value })
}

function Faults({ faults }: { readonly faults: readonly FigureFault[] }) {
  const t = useTranslations('usage.reconciliation.fault')
  return faults.map(({ field, kind, value }) => t(kind, { field, value: String(value ?? '') })).join('; ')
}

function VerdictWords({ check, isReadingAgain }: ReconciliationLineProps) {
  const t = useTranslations('usage.reconciliation.verdict')
  const figures = useFigureText()
  const { verdict } = check
  if (verdict.kind !== 'differs') return <span className="text-right text-sm text-muted">{t(verdict.kind)}</span>
  if (isReadingAgain) return <span className="text-right text-sm text-muted">{t('again')}</span>
  const text = isMoney(check) ? figures.grosz : figures.count
  return (
    <span className="text-right font-medium text-danger-ink tabular">{t('differs', { by: text(verdict.by) })}</span>
  )
}
