'use client'

import { useTranslations } from 'use-intl'

import { characterCount } from '@/lib/domain/characters'

import { draftProblem } from './alert-filter'

/** The message for a single character: it has to be confirmed with Enter, or a name or a code needs more characters. */
type OneCharacter = 'one' | 'short' | 'shortCode'

export function useProblemOf(one: OneCharacter): (text: string) => string | undefined {
  const t = useTranslations('bzp.words.problem')
  return (text) => {
    const problem = draftProblem(text)
    if (problem === null) return undefined
    return problem === 'one' ? t(one) : t(problem, { n: characterCount(text.trim()) })
  }
}
