'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { LazyFailureReason } from '@/components/layout/query-states'
import { Spinner } from '@/components/ui/spinner'
import { formatInteger } from '@/lib/domain/format/format'

import { type AlertFilter, shownOrderTypes, toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from './preview-query'
import { type Variant, makeVariants } from './variants'

interface VariantCount {
  readonly variant: Variant
  /** Undefined if the service did not return it. */
  readonly count: number | undefined
}

interface Progress {
  readonly state: 'idle' | 'running' | 'done' | 'stopped'
  readonly counts: readonly VariantCount[]
  readonly error: Error | null
}

const idle: Progress = { state: 'idle', counts: [], error: null }
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Counts variants one after another on request; stops on cancellation, on leaving, and at the first refusal. */
function useVariantCounts(variants: readonly Variant[]) {
  const client = useQueryClient()
  const [progress, setProgress] = useState(idle)
  const running = useRef<AbortController>(undefined)

  const stop = () => {
    running.current?.abort()
    setProgress((now) => ({ ...now, state: 'stopped' }))
  }
  useEffect(() => () => running.current?.abort(), [])

  const countOne = async (variant: Variant, signal: AbortSignal): Promise<VariantCount> => {
    const options = previewQuery(toPreviewBody(variant.filter))
    const cancel = () => void client.cancelQueries({ queryKey: options.queryKey, exact: true })
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const { count } = await client.fetchQuery(options)
      return { variant, count }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ ...idle, state: 'running' })
    try {
      for (const variant of variants) {
        const counted = await countOne(variant, controller.signal)
        if (controller.signal.aborted) return
        setProgress((now) => ({ ...now, counts: [...now.counts, counted] }))
      }
      setProgress((now) => ({ ...now, state: 'done' }))
    } catch (thrown) {
      if (!controller.signal.aborted) setProgress((now) => ({ ...now, state: 'stopped', error: asError(thrown) }))
    }
  }
  return { ...progress, start, stop }
}

interface VariantsLineProps {
  readonly filter: AlertFilter
  readonly goal: 'narrow' | 'widen'
  readonly onChoose: (filter: AlertFilter) => void
}

const link = 'rounded-sm underline decoration-line underline-offset-2 hover:decoration-current'

/**
 * Shows "Narrow: without … 61 · only … 94". It counts on request only, because the cost of a preview is unknown; a
 * press applies a variant.
 */
export function VariantsLine({ filter, goal, onChoose }: VariantsLineProps) {
  const t = useTranslations('bzp.variants')
  const locale = useLocale()
  const nameOf = useVariantName()
  const variants = makeVariants(filter, goal)
  const { state, counts, error, start, stop } = useVariantCounts(variants)
  if (variants.length === 0) return null
  const isRunning = state === 'running'
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      <span>{t(goal)}</span>
      {counts.map(({ variant, count }, index) => (
        <span key={`${variant.kind} ${variant.list} ${variant.value ?? ''}`} className="flex gap-x-2">
          <button type="button" className={link} onClick={() => onChoose(variant.filter)}>
            {nameOf(variant)}{' '}
            <span className="font-medium text-ink tabular">
              {typeof count === 'number' ? formatInteger(count, locale) : '–'}
            </span>
          </button>
          {index < counts.length - 1 && <span aria-hidden>·</span>}
        </span>
      ))}
      {isRunning && <Spinner />}
      {state !== 'done' && (
        <button type="button" className={`${link} text-accent-ink`} onClick={() => (isRunning ? stop() : void start())}>
          {isRunning ? t('stop') : t(state === 'idle' ? 'start' : 'again', { count: variants.length })}
        </button>
      )}
      <span role="status" className="sr-only">
        {state === 'done' ? t('done', { count: counts.length }) : ''}
      </span>
      {error !== null && <LazyFailureReason error={error} />}
    </div>
  )
}

function useVariantName(): (variant: Variant) => string {
  const t = useTranslations('bzp')
  return ({ kind, list, value }) => {
    const type = shownOrderTypes.find((each) => each === value)
    const name = type ? t(`kinds.${type}`) : value
    if (kind === 'withoutList' || name === undefined) return t(`variants.lists.${list}`)
    return t(`variants.${kind}`, { name })
  }
}
