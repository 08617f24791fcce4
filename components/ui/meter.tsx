'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatInteger, formatPercent } from '@/lib/domain/format/format'

import { classNames } from './class-names'
import { type MeterTone, meterTone } from './meter-tone'

export { type MeterTone, meterTone }

interface MeterProps {
  /** What is measured; read out with the value. */
  readonly label: string
  readonly value: number
  /** Null if there is no limit: then only the text is shown, without a bar. */
  readonly max: number | null
  /** Replaces "17 402 of 20 000, 87%" for screen readers. */
  readonly valueText?: string | undefined
  /** From 0 to 1: where even consumption would be now; drawn as a tick. */
  readonly pace?: number | undefined
  /** Explains the marks, on hover. */
  readonly hover?: string | undefined
  /** By default derived from the ratio: amber from 75 %, red from 100 %. */
  readonly tone?: MeterTone | undefined
  /** In the unit of `value`: the part above it is overage, in amber. */
  readonly included?: number | undefined
  /** In the unit of `value`: the limit at which the service refuses. */
  readonly cap?: number | undefined
  /** In the unit of `value`: the expected value at the end of the period, drawn behind the bar. */
  readonly projection?: number | undefined
  readonly size?: 'sm' | 'md'
}

const fills: Record<MeterTone, string> = { normal: 'bg-bar', warn: 'bg-warn', danger: 'bg-danger-mark' }

/** With a maximum of 0 any value fills the bar, and 0 leaves it empty. */
function ratioOf(value: number, max: number): number {
  if (max === 0) return value > 0 ? 1 : 0
  return value / max
}

export function cssPercent(ratio: number): string {
  return `${Math.min(1, Math.max(0, ratio)) * 100}%`
}

interface MeterBarProps extends Omit<MeterProps, 'label' | 'max' | 'valueText' | 'hover'> {
  readonly max: number
}

function MeterBar({ value, max, tone, included = value, projection = 0, size = 'md' }: MeterBarProps) {
  const ratio = ratioOf(value, max)
  const fill = fills[tone ?? meterTone(ratio)]
  const ghost = projection > value ? projection : 0
  // When the service refuses calls the whole bar is red, so it is not split.
  const isSplit = included < value && tone !== 'danger'
  return (
    <span className={classNames('block overflow-hidden rounded-full bg-track', size === 'sm' ? 'h-1' : 'h-2')}>
      <span className="relative block h-full">
        <span
          className={classNames('absolute inset-y-0 left-0 opacity-30', fill)}
          style={{ width: cssPercent(ratioOf(ghost, max)) }}
        />
        <span
          className={classNames('absolute inset-y-0 left-0 rounded-full', isSplit ? 'bg-warn' : fill)}
          style={{ width: cssPercent(ratio) }}
        />
        {isSplit && (
          <span className="absolute inset-y-0 left-0 bg-bar" style={{ width: cssPercent(ratioOf(included, max)) }} />
        )}
      </span>
    </span>
  )
}

function Tick({ at, className }: { readonly at: number; readonly className: string }) {
  return <span className={classNames('absolute -translate-x-1/2', className)} style={{ left: cssPercent(at) }} />
}

export function Meter({ label, valueText, max, hover, ...bar }: MeterProps) {
  const t = useTranslations('common')
  const locale = useLocale()
  const value = formatInteger(bar.value, locale)
  if (max === null)
    return <span className="sr-only">{`${label}: ${valueText ?? t('meter.unlimited', { value })}`}</span>
  const ratio = ratioOf(bar.value, max)
  const words = t('meter.value', { value, max: formatInteger(max, locale), percent: formatPercent(ratio, locale) })
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(Math.max(bar.value, 0), max)}
      aria-valuetext={valueText ?? words}
      title={hover}
      className="relative block py-1"
    >
      <MeterBar {...bar} max={max} />
      {bar.pace !== undefined && <Tick at={bar.pace} className="inset-y-0 w-0.5 rounded-full bg-tick" />}
      {bar.cap !== undefined && (
        <Tick at={ratioOf(bar.cap, max)} className="-inset-y-0.5 w-0.5 rounded-full bg-danger-mark" />
      )}
    </span>
  )
}
