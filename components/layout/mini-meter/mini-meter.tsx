'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { useMedia } from '@/components/ui/use-media'
import { query } from '@/lib/client/queries'
import { formatInteger, formatNetGrosz, formatPercent, formatZloty } from '@/lib/domain/format/format'
import { miniMeterCookie } from '@/lib/domain/mini-meter-cookie'
import { routes } from '@/lib/domain/routes'

import { useAccountFacts } from '../use-account-facts'
import { MiniMeterPlaceholder } from './mini-meter-placeholder'
import { type MiniMeterFigures, type MiniMeterState, toMiniMeter } from './mini-meter-state'

const POLL_MS = 60_000
/** Without figures the meter has no retry button, so it retries after this time. */
const AFTER_FAILURE_MS = 10_000
/** In such a window the menu needs the height; the meter then starts folded, as its placeholder does. */
const LOW = '(max-height: 44.99rem)'

export interface MiniMeterProps {
  /** The value of the cookie. */
  readonly isFolded: boolean
}

/** The meter at the bottom of the navigation. Its first answer is delivered with the page. Load it lazily. */
export function MiniMeter({ isFolded }: MiniMeterProps) {
  const { data } = useQuery({
    ...query('usage.api', {}),
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (state.status === 'error' ? AFTER_FAILURE_MS : POLL_MS),
  })
  const facts = useAccountFacts()
  const state = data && toMiniMeter(data, facts)
  if (state?.shown === undefined) return <MiniMeterPlaceholder />
  return <MiniMeterContent state={state} shown={state.shown} wasFolded={isFolded} />
}

interface MiniMeterContentProps {
  readonly state: MiniMeterState
  readonly shown: MiniMeterFigures
  readonly wasFolded: boolean
}

function MiniMeterContent({ state: { isStopped, mayFold }, shown, wasFolded }: MiniMeterContentProps) {
  const t = useTranslations('layout.meter')
  const isLow = useMedia(LOW)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const words = useWords(shown)
  const isFolded = mayFold && (chosen ?? (wasFolded || isLow))
  const toggle = () => {
    setChosen(!isFolded)
    document.cookie = miniMeterCookie(!isFolded)
  }
  return (
    <section aria-label={t('label')} className="mx-2.5 border-t px-2.5 py-2 text-sm">
      <div className="flex items-center justify-between gap-2">
        <Link href={routes.usage} className="min-w-0 truncate font-medium hover:underline">
          {t(shown.kind === 'money' ? 'money' : 'units')}
        </Link>
        <span className="flex items-center gap-1 tabular">
          <span className={shown.kind !== 'unlimited' && shown.tone === 'danger' ? 'text-danger-ink' : 'text-muted'}>
            {words.short}
          </span>
          {mayFold && (
            <button
              type="button"
              aria-expanded={!isFolded}
              aria-controls={id}
              aria-label={t(isFolded ? 'unfold' : 'fold')}
              onClick={toggle}
              className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover"
            >
              <Icon name="chevron-down" size={14} className={classNames(!isFolded && 'rotate-180')} />
            </button>
          )}
        </span>
      </div>
      <div id={id} hidden={isFolded}>
        {shown.kind !== 'unlimited' && <Bar shown={shown} label={t('label')} words={words.long} />}
        <p className="text-muted tabular">{words.long}</p>
        {isStopped && <p className="text-danger-ink">{t('stopped')}</p>}
      </div>
    </section>
  )
}

interface BarProps {
  readonly shown: Exclude<MiniMeterFigures, { readonly kind: 'unlimited' }>
  readonly label: string
  readonly words: string
}

const fills = { normal: 'bg-bar', warn: 'bg-warn', danger: 'bg-danger-mark' } as const

/** A smaller version of `Meter`, because it is loaded on every page. */
function Bar({ shown: { value, max, tone }, label, words }: BarProps) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={words}
      className="my-1 block h-1 overflow-hidden rounded-full bg-track"
    >
      <span
        className={classNames('block h-full rounded-full', fills[tone])}
        style={{ width: `${Math.min(1, value / Math.max(1, max)) * 100}%` }}
      />
    </span>
  )
}

/** `short` is `37%`; `long` is `184,64 zł netto z 500 zł`. */
function useWords(shown: MiniMeterFigures): { readonly short: string; readonly long: string } {
  const t = useTranslations('layout.meter')
  const locale = useLocale()
  const { value } = shown
  if (shown.kind === 'unlimited') return { short: '', long: t('unlimited', { value: formatInteger(value, locale) }) }
  const short = formatPercent(value / Math.max(1, shown.max), locale)
  const long =
    shown.kind === 'money'
      ? t('value', { value: formatNetGrosz(value, locale), max: formatZloty(shown.max / 100, locale) })
      : t('value', { value: formatInteger(value, locale), max: formatInteger(shown.max, locale) })
  return { short, long }
}
