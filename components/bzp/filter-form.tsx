'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import type { Tone } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { TagField } from '@/components/ui/inputs/tag-field'

import { type AlertFilter, type AlertList, readValue } from './alert-filter'
import { CityField } from './city-field'
import { CpvField } from './cpv-field'
import type { ListFieldProps } from './list-field'
import { OrderTypeField } from './order-type-field'
import { suggestProvinces } from './place-completion'

const tones: Readonly<Record<TermList, Tone>> = { keywords: 'accent', exclude_keywords: 'warn', authorities: 'neutral' }

type TermList = 'keywords' | 'exclude_keywords' | 'authorities'

interface TermFieldProps extends ListFieldProps {
  readonly list: TermList
}

/** Free text as chips; what is excluded looks different. The count already follows what is being typed. */
function TermField({ list, values, onChange, onDraft, error }: TermFieldProps) {
  const t = useTranslations('bzp.fields')
  return (
    <TagField
      label={t(`${list}.label`)}
      placeholder={t(`${list}.placeholder`)}
      error={error}
      refusal={t(`${list}.refusal`)}
      values={values}
      onChange={(next) => onChange(list, next)}
      onType={(text) => onDraft(list, text)}
      describe={() => ({ tone: tones[list] })}
      normalize={(text) => readValue(list, text)}
      separation={list === 'authorities' ? 'lines' : 'list'}
      max={100}
    />
  )
}

const suggest = (text: string) => Promise.resolve(suggestProvinces(text))

/** The sixteen provinces, by name or code. */
function ProvinceField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp.fields.provinces')
  return (
    <TagField
      label={t('label')}
      placeholder={t('placeholder')}
      error={error}
      refusal={t('refusal')}
      values={values}
      onChange={(next) => onChange('provinces', next)}
      normalize={(text) => readValue('provinces', text)}
      suggest={suggest}
      isFreeText={(text) => readValue('provinces', text) !== ''}
    />
  )
}

interface FilterFormProps extends Pick<ListFieldProps, 'onChange' | 'onDraft'> {
  readonly filter: AlertFilter
  readonly errors: Partial<Readonly<Record<AlertList, string>>>
  readonly cpvNames: Readonly<Record<string, string>>
}

export function FilterForm({ filter, errors, cpvNames, onChange, onDraft }: FilterFormProps) {
  const t = useTranslations('bzp')
  const titleId = useId()
  const field = (list: AlertList): ListFieldProps => ({ values: filter[list], error: errors[list], onChange, onDraft })
  return (
    <Card labelledBy={titleId}>
      <CardBody className="space-y-3.5">
        <h2 id={titleId} className="sr-only">
          {t('form')}
        </h2>
        <TermField list="keywords" {...field('keywords')} />
        <TermField list="exclude_keywords" {...field('exclude_keywords')} />
        <CpvField names={cpvNames} {...field('cpv')} />
        <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2">
          <ProvinceField {...field('provinces')} />
          <CityField {...field('cities')} />
        </div>
        <TermField list="authorities" {...field('authorities')} />
        <OrderTypeField {...field('order_types')} />
      </CardBody>
    </Card>
  )
}
