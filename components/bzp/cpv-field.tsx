'use client'

import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { TagField } from '@/components/ui/inputs/tag-field'

import { readValue } from './alert-filter'
import { cpvName, suggestCpv, toCpvIndex } from './cpv-completion'
import { createDictionary } from './dictionary'
import type { ListFieldProps } from './list-field'
import { useDictionary } from './use-dictionary'

const loadCpv = createDictionary(toCpvIndex)
const MAX_NAME = 40
const CODE_DIGITS = 8

function describeCpv(value: string, name: string | undefined) {
  const code = value.length < CODE_DIGITS ? `${value}*` : value
  if (name === undefined) return { label: code }
  return name.length <= MAX_NAME
    ? { label: `${code} ${name}` }
    : { label: `${code} ${name.slice(0, MAX_NAME - 1).trimEnd()}…`, title: name }
}

interface CpvFieldProps extends ListFieldProps {
  /** Names of the codes that were in the address, so that they have them before the dictionary is there. */
  readonly names: Readonly<Record<string, string>>
}

/** Codes, found by digits or by name; a typed code or prefix stands for itself. */
export function CpvField({ values, onChange, onDraft, error, names }: CpvFieldProps) {
  const t = useTranslations('bzp.fields.cpv')
  const locale = useLocale()
  const load = useCallback(() => loadCpv(`cpv-${locale}`), [locale])
  const { value: index, start } = useDictionary(load)
  const suggest = useCallback(async (text: string) => suggestCpv(await load(), text), [load])
  return (
    <div onFocus={start}>
      <TagField
        label={t('label')}
        placeholder={t('placeholder')}
        error={error}
        refusal={t('refusal')}
        values={values}
        onChange={(next) => onChange('cpv', next)}
        onType={(text) => onDraft('cpv', text)}
        describe={(value) => describeCpv(value, index ? cpvName(index.names, value) : names[value])}
        normalize={(text) => readValue('cpv', text)}
        suggest={suggest}
        isFreeText={(text) => readValue('cpv', text) !== ''}
        max={100}
      />
    </div>
  )
}
