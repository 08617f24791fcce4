'use client'

import { useTranslations } from 'use-intl'

import type { Fault } from './issue-fault'
import type { FaultText } from './zod-resolver'

/** A form's own words, by the field's name; what it leaves out is said in common words. */
export type FieldWords = Readonly<Record<string, Partial<Readonly<Record<Fault['kind'], string>>>>>

export function useFaultText(words: FieldWords): FaultText {
  const t = useTranslations('common.field')
  return (name, fault) => {
    const own = words[name]?.[fault.kind]
    if (own !== undefined) return own
    if (fault.kind === 'tooLong') return t('tooLong', { max: fault.max })
    return t(fault.kind === 'required' ? 'required' : 'invalid')
  }
}
