'use client'

import { useTranslations } from 'use-intl'

import { TagField } from '@/components/ui/inputs/tag-field'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import { Disclosure } from '../../disclosure'
import { readValue } from '../alert-filter'
import { CityField } from '../city-field'
import type { ListFieldProps } from '../list-field'
import { suggestProvinces } from '../place-completion'
import { useProblemOf } from '../use-problem-of'
import type { ProvinceMapProps } from './province-map'

const LazyProvinceMap = lazyComponent<ProvinceMapProps>(async () => (await import('./province-map')).ProvinceMap)

const suggest = (text: string) => Promise.resolve(suggestProvinces(text))

function ProvinceField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp.fields.provinces')
  const problemOf = useProblemOf('short')
  return (
    <TagField
      label={t('label')}
      placeholder={t('placeholder')}
      error={error}
      refusal={t('refusal')}
      problemOf={problemOf}
      values={values}
      onChange={(next) => onChange('provinces', next)}
      normalize={(text) => readValue('provinces', text)}
      suggest={suggest}
      isFreeText={(text) => readValue('provinces', text) !== ''}
    />
  )
}

interface PlaceFieldsProps {
  readonly provinces: ListFieldProps
  readonly cities: ListFieldProps
}

export function PlaceFields({ provinces, cities }: PlaceFieldsProps) {
  const t = useTranslations('bzp.map')
  return (
    <div className="space-y-1.5">
      <div className="grid grid-cols-1 gap-3.5 sm:grid-cols-2">
        <ProvinceField {...provinces} />
        <CityField {...cities} />
      </div>
      <Disclosure label={t('open')}>
        {(id) => (
          <LazyProvinceMap
            id={id}
            values={provinces.values}
            onChange={(values) => provinces.onChange('provinces', values)}
          />
        )}
      </Disclosure>
    </div>
  )
}
