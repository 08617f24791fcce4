'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { TagField } from '@/components/ui/inputs/tag-field'

import { MAX_VALUES, readValue } from './alert-filter'
import { createDictionary } from './dictionary'
import type { ListFieldProps } from './list-field'
import {
  findUnlistedPlace,
  isCompletePlace,
  type PlaceHint,
  placeName,
  suggestPlaces,
  toPlaceIndex,
} from './place-completion'
import { useDictionary } from './use-dictionary'
import { useProblemOf } from './use-problem-of'

const loadPlaces = createDictionary(toPlaceIndex)
const load = () => loadPlaces('places')

/** Selects places, completed with province and county; a place that is not listed can be typed. */
export function CityField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp.fields.cities')
  const { value: index, start } = useDictionary(load)
  const problemOf = useProblemOf('short')
  const unlisted = index && findUnlistedPlace(index, values)
  const hintOf = usePlaceHint()
  const suggest = useCallback(async (text: string) => suggestPlaces(await load(), text, hintOf), [hintOf])
  return (
    <div onFocus={start}>
      <TagField
        label={t('label')}
        placeholder={t('placeholder')}
        hint={unlisted === undefined ? undefined : t('unlisted', { name: unlisted })}
        error={error}
        refusal={t('refusal')}
        problemOf={problemOf}
        values={values}
        onChange={(next) => onChange('cities', next)}
        normalize={(text) => placeName(index ?? [], readValue('cities', text))}
        suggest={suggest}
        isFreeText={(text) => isCompletePlace(index ?? [], text)}
        max={MAX_VALUES}
      />
    </div>
  )
}

function usePlaceHint(): PlaceHint {
  const t = useTranslations('bzp.map')
  return useCallback(
    ({ province, county }, name) => {
      if (county === undefined) return province
      return county === name ? t('city', { province }) : t('place', { province, county })
    },
    [t],
  )
}
