'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import type { AuditWords } from '@/lib/features/audit/domain/audit-words'

/** Translates the terms of the log. Entries written by an older or newer panel may have no translation. */
export function useEntryWords(): AuditWords {
  const t = useTranslations()
  const locale = useLocale()
  return useMemo(() => {
    const word = (...path: readonly string[]) => {
      if (!path.every((part) => /^\w+$/.test(part))) return undefined
      // Safe: `has` checks the key next; this type stands for all keys.
      const key = [...(path[0] === 'pools' ? [] : ['audit']), ...path].join('.') as 'audit.actors.panel'
      return t.has(key) ? t(key) : undefined
    }
    return { locale, word }
  }, [t, locale])
}
