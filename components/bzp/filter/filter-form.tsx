'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useId, useCallback, useRef, useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import type { Tone } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { TagField } from '@/components/ui/inputs/tag-field'
import { TextField } from '@/components/ui/inputs/text-field'
import type { Suggest } from '@/components/ui/inputs/use-suggestions'
import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

import { CpvField } from '../cpv/cpv-field'
import { KeywordOffers } from '../keywords/keyword-offers'
import {
  type AlertFilter,
  type AlertLimit,
  type AlertList,
  MAX_VALUES,
  readValue,
  shownOrderTypes,
  draftProblem,
  alertLimits,
  isInOrder,
  readLimit,
} from './alert-filter'
import type { ListFieldProps } from './list-field'
import { PlaceFields } from './provinces/place-fields'
import { useProblemOf } from './use-problem-of'

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

function validLimits(texts: Texts): Limits {
  const read = readTexts(texts)
  return isInOrder(read) ? read : { ...read, value_from: null, value_to: null }
}

const isSame = (a: Limits, b: Limits): boolean => alertLimits.every((limit) => a[limit] === b[limit])

/** Retains what is typed while it is invalid; a different filter, from a link or the history, replaces it. */
function useLimitTexts(limits: Limits) {
  const [texts, setTexts] = useState(() => textsOf(limits))
  if (isSame(validLimits(texts), limits)) return [texts, setTexts] as const
  const next = textsOf(limits)
  setTexts(next)
  return [next, setTexts] as const
}

interface LimitsFieldProps {
  readonly limits: Limits
  readonly errors: Partial<Readonly<Record<AlertLimit, string>>>
  readonly onChange: (limits: Limits) => void
}

/** Estimated value and days to the deadline. An invalid text stays in its field with a message, and limits nothing. */
function LimitsField({ limits, errors, onChange }: LimitsFieldProps) {
  const t = useTranslations('bzp.fields')
  const [texts, setTexts] = useLimitTexts(limits)
  const type = (limit: AlertLimit, text: string) => {
    const next = { ...texts, [limit]: text }
    setTexts(next)
    onChange(validLimits(next))
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

const MAX_SUGGESTIONS = 8
const STALE_MS = 5 * 60_000

/**
 * Suggests recent authorities by name or NIP, with NIP and count; suggests nothing if the service does not list them.
 */
function useSuggestAuthorities(): Suggest {
  const t = useTranslations('bzp.map')
  const locale = useLocale()
  const client = useQueryClient()
  const isUnsupported = useRef(false)
  return useCallback<Suggest>(
    async (text) => {
      const q = text.trim()
      if (isUnsupported.current || draftProblem(q) !== null) return []
      try {
        const options = query('bzp.facets', { query: { field: 'authorities', q, limit: MAX_SUGGESTIONS } })
        const { items } = await client.fetchQuery({ ...options, staleTime: STALE_MS, retry: false })
        return items.flatMap(({ value = '', count = 0, nip, province }) => {
          const n = formatInteger(count, locale)
          const countText = typeof nip === 'string' ? t('authority', { nip, n }) : t('authorityCount', { n })
          return value === '' ? [] : [{ value, label: value, hint: [province ?? [], countText].flat().join(' · ') }]
        })
      } catch (error) {
        isUnsupported.current = isMissing(error)
        return []
      }
    },
    [client, locale, t],
  )
}

const orderTypeClass = (isOn: boolean) =>
  classNames(
    'h-8.5 rounded-md border px-3 transition-colors',
    isOn ? 'border-accent-line bg-accent-soft font-medium text-accent-ink' : 'border-edge/60 text-muted hover:bg-hover',
  )

/** Three kinds, of which any may match; none selected means all. */
function OrderTypeField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp')
  const id = useId()
  const toggle = (type: string) =>
    onChange('order_types', values.includes(type) ? values.filter((each) => each !== type) : [...values, type])
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 font-medium">
        {t('fields.order_types.label')}
      </p>
      <div className="flex flex-wrap gap-2">
        {shownOrderTypes.map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={values.includes(type)}
            onClick={() => toggle(type)}
            className={orderTypeClass(values.includes(type))}
          >
            {t(`orderTypes.${type}`)}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}

const tones: Readonly<Record<TermList, Tone>> = { keywords: 'accent', exclude_keywords: 'warn', authorities: 'neutral' }

type TermList = 'keywords' | 'exclude_keywords' | 'authorities'

interface TermFieldProps extends ListFieldProps {
  readonly list: TermList
  readonly suggest?: Suggest
}

/** Free text as chips; excluded terms look different. The count includes what is being typed. */
function TermField({ list, suggest, values, onChange, onDraft, error }: TermFieldProps) {
  const t = useTranslations('bzp.fields')
  const problemOf = useProblemOf('one')
  return (
    <TagField
      label={t(`${list}.label`)}
      placeholder={t(`${list}.placeholder`)}
      hint={list === 'authorities' ? undefined : t(`${list}.hint`)}
      error={error}
      refusal={t(`${list}.refusal`)}
      problemOf={problemOf}
      values={values}
      onChange={(next) => onChange(list, next)}
      onType={(text) => onDraft(list, text)}
      describe={() => ({ tone: tones[list] })}
      normalize={(text) => readValue(list, text)}
      separation={list === 'authorities' ? 'lines' : 'list'}
      suggest={suggest}
      max={MAX_VALUES}
    />
  )
}

interface FilterFormProps extends Pick<ListFieldProps, 'onChange' | 'onDraft'> {
  readonly filter: AlertFilter
  readonly errors: Partial<Readonly<Record<AlertList | AlertLimit, string>>>
  readonly onLimits: (limits: Pick<AlertFilter, AlertLimit>) => void
  readonly cpvNames: Readonly<Record<string, string>>
}

export function FilterForm({ filter, errors, cpvNames, onChange, onDraft, onLimits }: FilterFormProps) {
  const t = useTranslations('bzp')
  const titleId = useId()
  const suggestAuthorities = useSuggestAuthorities()
  const field = (list: AlertList): ListFieldProps => ({ values: filter[list], error: errors[list], onChange, onDraft })
  return (
    <Card labelledBy={titleId}>
      <CardBody className="space-y-3.5">
        <h2 id={titleId} className="sr-only">
          {t('form')}
        </h2>
        <TermField list="keywords" {...field('keywords')} />
        <KeywordOffers filter={filter} onChange={(keywords) => onChange('keywords', keywords)} />
        <TermField list="exclude_keywords" {...field('exclude_keywords')} />
        <CpvField names={cpvNames} {...field('cpv')} />
        <PlaceFields provinces={field('provinces')} cities={field('cities')} />
        <TermField list="authorities" suggest={suggestAuthorities} {...field('authorities')} />
        <OrderTypeField {...field('order_types')} />
        <LimitsField limits={filter} errors={errors} onChange={onLimits} />
      </CardBody>
    </Card>
  )
}
