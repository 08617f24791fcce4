'use client'

import type { BzpFilter } from '@/lib/contract/bzp'

import { useCpvNames } from '../notice/use-cpv-names'
import { codeOfPrefix } from '../search/neighbours'
import { proposeName } from './saved-alert-draft'
import { useValueWords } from './use-filter-words'

/** The name that is proposed for a filter with some of these CPV codes. */
export function useProposedName(cpv: readonly string[]): (filter: BzpFilter) => string {
  const wordsOf = useValueWords()
  const cpvNameOf = useCpvNames(cpv.map(codeOfPrefix))
  return (filter) =>
    proposeName(
      filter,
      (list, value) => (list === 'cpv' ? cpvNameOf(codeOfPrefix(value)) : undefined) ?? wordsOf(list, value),
    )
}
