'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import type { AuditWords } from '@/lib/features/audit/domain/audit-words'

/** The words of the log in the language of the page. What an older or a newer panel has written may have none. */
export function useEntryWords(): AuditWords {
  const t = useTranslations()
  const locale = useLocale()
  return useMemo(() => {
    const word = (...path: readonly string[]) => {
      if (!path.every((part) => /^\w+$/.test(part))) return undefined
      // Sound: `has` says next whether it is a key; this one stands for all of them.
      const key = [...(path[0] === 'pools' ? [] : ['audit']), ...path].join('.') as 'audit.actors.panel'
      return t.has(key) ? t(key) : undefined
    }
    return { locale, word }
  }, [t, locale])
}
