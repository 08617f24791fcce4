'use client'

import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

import { Button } from './button'

interface ProgressProps {
  readonly label: string
  readonly done: number
  /** Undefined while the total is unknown. */
  readonly total?: number | undefined
  readonly onCancel?: (() => void) | undefined
}

export function Progress({ label, done, total, onCancel }: ProgressProps) {
  const t = useTranslations('common')
  const locale = useLocale()
  const id = useId()
  const ratio = total === undefined ? undefined : Math.min(1, total === 0 ? 1 : done / total)
  const text =
    total === undefined
      ? formatInteger(done, locale)
      : t('progress.value', { done: formatInteger(done, locale), total: formatInteger(total, locale) })
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <div className="mb-1 flex justify-between gap-3 text-sm">
          <span id={id}>{label}</span>
          <span className="text-muted tabular">{text}</span>
        </div>
        <div
          role="progressbar"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={total === undefined ? undefined : Math.min(done, total)}
          aria-valuetext={text}
          className="h-1.5 overflow-hidden rounded-full bg-track"
        >
          <div
            className={ratio === undefined ? 'h-full w-1/3 animate-pulse bg-bar' : 'h-full bg-bar transition-[width]'}
            style={ratio === undefined ? undefined : { width: `${ratio * 100}%` }}
          />
        </div>
      </div>
      {onCancel !== undefined && (
        <Button size="sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}
