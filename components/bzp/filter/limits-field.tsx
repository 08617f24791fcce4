'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { TextField } from '@/components/ui/inputs/text-field'

import { type AlertFilter, type AlertLimit, alertLimits, isInOrder, readLimit } from './alert-filter'

type Limits = Pick<AlertFilter, AlertLimit>
type Texts = Readonly<Record<AlertLimit, string>>

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit))
const textsOf = (limits: Limits): Texts => ({
  value_from: textOf(limits.value_from),
  value_to: textOf(limits.value_to),
  min_days_to_offer: textOf(limits.min_days_to_offer),
})

const readTexts = (texts: Texts): Limits => ({
  value_from: readLimit('value_from', texts.value_from),
  value_to: readLimit('value_to', texts.value_to),
  min_days_to_offer: readLimit('min_days_to_offer', texts.min_days_to_offer),
})

/** What holds of the typed texts: of values that are out of order none. */
function heldLimits(texts: Texts): Limits {
  const read = readTexts(texts)
  return isInOrder(read) ? read : { ...read, value_from: null, value_to: null }
}

const isSame = (a: Limits, b: Limits): boolean => alertLimits.every((limit) => a[limit] === b[limit])

/** What is typed, kept while it stands for nothing; another filter (a link, a step back) writes it anew. */
function useLimitTexts(limits: Limits) {
  const [texts, setTexts] = useState(() => textsOf(limits))
  if (isSame(heldLimits(texts), limits)) return [texts, setTexts] as const
  const next = textsOf(limits)
  setTexts(next)
  return [next, setTexts] as const
}

interface LimitsFieldProps {
  readonly limits: Limits
  /** What the service said of one of them. */
  readonly errors: Partial<Readonly<Record<AlertLimit, string>>>
  readonly onChange: (limits: Limits) => void
}

/** Estimated value and days to the deadline. A text that is no such number stays typed, is said, and limits nothing. */
export function LimitsField({ limits, errors, onChange }: LimitsFieldProps) {
  const t = useTranslations('bzp.fields')
  const [texts, setTexts] = useLimitTexts(limits)
  const type = (limit: AlertLimit, text: string) => {
    const next = { ...texts, [limit]: text }
    setTexts(next)
    onChange(heldLimits(next))
  }
  const errorOf = (limit: AlertLimit): string | undefined => {
    if (texts[limit].trim() !== '' && readLimit(limit, texts[limit]) === null) return t(`${limit}.refusal`)
    if (limit === 'value_from' && !isInOrder(readTexts(texts))) return t('value_from.order')
    return errors[limit]
  }
  return (
    <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-3">
      {alertLimits.map((limit) => (
        <TextField
          key={limit}
          label={t(`${limit}.label`)}
          placeholder={t(`${limit}.placeholder`)}
          inputMode="numeric"
          autoComplete="off"
          value={texts[limit]}
          error={errorOf(limit)}
          onChange={(event) => type(limit, event.target.value)}
        />
      ))}
    </div>
  )
}
