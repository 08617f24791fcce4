'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import type { PanelOutput } from '@/lib/features/contract'
import type { RuleKindName } from '@/lib/features/rules/contract/conditions'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { kindAddress, isRuleKind } from './kind-search'

const MIN_SEARCHABLE = 20

/** Which rules the page shows; the kind is stored in the address. */
export interface RuleFilter {
  readonly kind: RuleKindName | undefined
  readonly text: string
  readonly onKind: (kind: RuleKindName | undefined) => void
  readonly onText: (text: string) => void
}

export function useRuleFilter(): RuleFilter {
  const { search, change } = useAddressSearch(kindAddress)
  const [text, setText] = useState('')
  return { kind: search.kind, text, onKind: (kind) => change({ kind }), onText: setText }
}

export function shownOf(rules: readonly Rule[], { kind, text }: RuleFilter): readonly Rule[] {
  const words = searchWords(text)
  return rules.filter(
    ({ name, condition }) => (kind === undefined || condition.kind === kind) && includesWords(foldText(name), words),
  )
}

interface RuleFilterBarProps {
  readonly answer: PanelOutput<'rules.list'> | undefined
  readonly narrowing: RuleFilter
}

export function RuleFilterBar({ answer, narrowing: { kind, text, onKind, onText } }: RuleFilterBarProps) {
  const t = useTranslations('rules')
  const isSearched = text !== '' || (answer?.items.length ?? 0) > MIN_SEARCHABLE
  return (
    <div className="grid gap-3 empty:hidden sm:grid-cols-[repeat(2,minmax(0,18rem))]">
      <KindChoice answer={answer} kind={kind} onChange={onKind} />
      {isSearched && (
        <TextField type="search" label={t('search')} value={text} onChange={(event) => onText(event.target.value)} />
      )}
    </div>
  )
}

interface KindChoiceProps {
  readonly answer: PanelOutput<'rules.list'> | undefined
  readonly kind: RuleKindName | undefined
  readonly onChange: (kind: RuleKindName | undefined) => void
}

/** Filters by kind; hidden for users who see only one kind, and over no rules at all. */
function KindChoice({ answer, kind, onChange }: KindChoiceProps) {
  const t = useTranslations('rules')
  const kinds = answer?.kinds ?? []
  if (kinds.length < 2 || (kind === undefined && answer?.items.length === 0)) return null
  const options = kinds.map((each) => ({ value: each.kind as string, label: t(`form.kinds.${each.kind}`) }))
  return (
    <div className="sm:max-w-72">
      <Select
        label={t('kindFilter')}
        options={[{ value: '', label: t('allKinds') }, ...options]}
        value={kind ?? ''}
        onChange={({ target: { value } }) => onChange(isRuleKind(value) ? value : undefined)}
      />
    </div>
  )
}
