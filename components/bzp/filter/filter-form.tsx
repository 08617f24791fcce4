'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import type { Tone } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { TagField } from '@/components/ui/inputs/tag-field'
import type { Suggest } from '@/components/ui/inputs/use-suggestions'

import { CpvField } from '../cpv/cpv-field'
import { KeywordOffers } from '../keywords/keyword-offers'
import { type AlertFilter, type AlertLimit, type AlertList, MAX_VALUES, readValue } from './alert-filter'
import { LimitsField } from './limits-field'
import type { ListFieldProps } from './list-field'
import { OrderTypeField } from './order-type-field'
import { PlaceFields } from './provinces/place-fields'
import { useProblemOf } from './use-problem-of'
import { useSuggestAuthorities } from './use-suggest-authorities'

const tones: Readonly<Record<TermList, Tone>> = { keywords: 'accent', exclude_keywords: 'warn', authorities: 'neutral' }

type TermList = 'keywords' | 'exclude_keywords' | 'authorities'

interface TermFieldProps extends ListFieldProps {
  readonly list: TermList
  readonly suggest?: Suggest
}

/** Free text as chips; what is excluded looks different. The count already follows what is being typed. */
function TermField({ list, suggest, values, onChange, onDraft, error }: TermFieldProps) {
  const t = useTranslations('bzp.fields')
  const problemOf = useProblemOf('one')
  return (
    <TagField
      label={t(`${list}.label`)}
      placeholder={t(`${list}.placeholder`)}
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
