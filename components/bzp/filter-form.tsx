'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { Card, CardBody } from '@/components/ui/card'

import type { AlertFilter, AlertList } from './alert-filter'
import { CityField } from './city-field'
import { CpvField } from './cpv-field'
import type { ListFieldProps } from './list-field'
import { OrderTypeField } from './order-type-field'
import { ProvinceField } from './province-field'
import { TermField } from './term-field'

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
