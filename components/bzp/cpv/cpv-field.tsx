'use client'

import { useCallback, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { TagField } from '@/components/ui/inputs/tag-field'
import type { Suggest } from '@/components/ui/inputs/use-suggestions'
import { parseCpv, splitCpvTexts } from '@/lib/domain/cpv'
import { formatInteger } from '@/lib/domain/format/format'

import { MAX_VALUES, readValue } from '../filter/alert-filter'
import type { ListFieldProps } from '../filter/list-field'
import { useDictionary } from '../filter/use-dictionary'
import { type FacetCounts, useFacetCountsOnce } from '../filter/use-facet-counts'
import { useProblemOf } from '../filter/use-problem-of'
import type { CpvSuggestion } from './cpv-completion'
import type { CpvLookup } from './cpv-lookup'
import { loadCpv } from './load-cpv'
import { LazyCpvTreeDialog } from './tree/cpv-tree-dialog-lazy'

const MAX_NAME = 40
const CODE_DIGITS = 8

function describeCpv(value: string, name: string | undefined) {
  const code = value.length < CODE_DIGITS ? `${value}*` : value
  if (name === undefined) return { label: code }
  return name.length <= MAX_NAME
    ? { label: `${code} ${name}` }
    : { label: `${code} ${name.slice(0, MAX_NAME - 1).trimEnd()}…`, title: name }
}

/** Without recent procedures a suggestion comes last, unless a code was typed, whose codes stay in their order. */
function foundFirst(
  suggestions: readonly CpvSuggestion[],
  text: string,
  counts: FacetCounts | undefined,
): readonly CpvSuggestion[] {
  if (counts === undefined || parseCpv(text) !== null) return suggestions
  const isEmpty = ({ entry }: CpvSuggestion) => counts.countOf(entry.prefix) === 0
  return [...suggestions.filter((each) => !isEmpty(each)), ...suggestions.filter(isEmpty)]
}

/** Suggestions with the number of recent procedures, if the service counts them. */
function useSuggestCpv(load: () => Promise<CpvLookup>): Suggest {
  const t = useTranslations('bzp.fields.cpv')
  const locale = useLocale()
  const facets = useFacetCountsOnce('cpv')
  return useCallback(
    async (text) => {
      const [lookup, counts] = await Promise.all([load(), facets()])
      return foundFirst(lookup.suggest(text), text, counts).map(
        ({ value, entry: { code, name, prefix }, isBranch }) => {
          const count =
            counts === undefined ? [] : t('procedures', { n: formatInteger(counts.countOf(prefix), locale) })
          return isBranch
            ? { value, label: t('branch', { code: prefix, name }), hint: [code, count].flat().join(' · ') }
            : { value, label: name, hint: [code, count].flat().join(' · ') }
        },
      )
    },
    [load, facets, t, locale],
  )
}

interface CpvFieldProps extends ListFieldProps {
  /** Names of the codes in the address, available before the dictionary is loaded. */
  readonly names: Readonly<Record<string, string>>
}

/** Selects codes by digits or name; a typed code or prefix is accepted as it is. */
export function CpvField({ values, onChange, onDraft, error, names }: CpvFieldProps) {
  const t = useTranslations('bzp.fields.cpv')
  const locale = useLocale()
  const load = useCallback(() => loadCpv(`cpv-${locale}`), [locale])
  const { value: lookup, start } = useDictionary(load)
  const suggest = useSuggestCpv(load)
  const problemOf = useProblemOf('shortCode')
  const codeProblemOf = (text: string): string | undefined => {
    const problem = lookup?.problemOf(text)
    return problem && t(`problem.${problem.kind}`, { ...problem })
  }
  const read = (text: string) => (codeProblemOf(text) === undefined ? readValue('cpv', text) : '')
  // A code with a problem is refused with its reason; it must not choose the first suggestion instead.
  const isTypedCode = (text: string) => readValue('cpv', text) !== '' || codeProblemOf(text) !== undefined
  const unlisted = lookup?.unlistedOf(values)
  const near = unlisted?.nearest
  const nearName = near === undefined ? undefined : lookup?.nameOf(near)
  const unlistedText =
    unlisted &&
    (near === undefined
      ? t('unlisted', { value: unlisted.value })
      : t('nearest', { value: unlisted.value, code: near, name: nearName ?? '' }))
  return (
    <div onFocus={start}>
      <TagField
        label={t('label')}
        placeholder={t('placeholder')}
        error={error ?? unlistedText}
        refusal={t('refusal')}
        problemOf={(text) => codeProblemOf(text) ?? problemOf(text)}
        values={values}
        onChange={(next) => onChange('cpv', next)}
        onType={(text) => onDraft('cpv', codeProblemOf(text) === undefined ? text : '')}
        describe={(value) => describeCpv(value, lookup ? lookup.nameOf(value) : names[value])}
        normalize={read}
        split={splitCpvTexts}
        suggest={suggest}
        isFreeText={isTypedCode}
        max={MAX_VALUES}
      />
      <TreeButton values={values} onChange={onChange} />
    </div>
  )
}

function TreeButton({ values, onChange }: Pick<ListFieldProps, 'values' | 'onChange'>) {
  const t = useTranslations('bzp.tree')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mt-1.5">
      <Button size="sm" variant="ghost" className="-ml-2.5" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="list" />
        {t('open')}
      </Button>
      {isOpen && (
        <LazyCpvTreeDialog
          values={values}
          max={MAX_VALUES}
          onChange={(next) => onChange('cpv', next)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
