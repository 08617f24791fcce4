'use client'

import { useTranslations } from 'use-intl'

import { TagField } from '@/components/ui/inputs/tag-field'

import { readValue } from './alert-filter'
import { createDictionary } from './dictionary'
import type { ListFieldProps } from './list-field'
import { isWholePlace, placeName, suggestPlaces, toPlaceIndex } from './place-completion'
import { useDictionary } from './use-dictionary'

const loadPlaces = createDictionary(toPlaceIndex)
const load = () => loadPlaces('places')
const suggest = async (text: string) => suggestPlaces(await load(), text)

/** Places, completed with their province; a place that is not on the list can be typed. */
export function CityField({ values, onChange, error }: ListFieldProps) {
  const t = useTranslations('bzp.fields.cities')
  const { value: index = [], start } = useDictionary(load)
  return (
    <div onFocus={start}>
      <TagField
        label={t('label')}
        placeholder={t('placeholder')}
        error={error}
        refusal={t('refusal')}
        values={values}
        onChange={(next) => onChange('cities', next)}
        normalize={(text) => placeName(index, readValue('cities', text))}
        suggest={suggest}
        isFreeText={(text) => isWholePlace(index, text)}
        max={100}
      />
    </div>
  )
}
