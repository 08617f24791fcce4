'use client'

import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import type { AuditWords } from '@/lib/features/audit/domain/audit-words'

/** The catalogues of terms that are not in `audit`. */
const catalogues: Readonly<Record<string, string>> = {
  pools: 'pools',
  registers: 'register-names',
  kinds: 'event-kinds.kinds',
}

/** Translates the terms of the log. Entries written by an older or newer panel may have no translation. */
export function useEntryWords(): AuditWords {
  const t = useTranslations()
  const locale = useLocale()
  return useMemo(() => {
    const word = (first: string, ...rest: readonly string[]) => {
      if (![first, ...rest].every((part) => /^\w+$/.test(part))) return undefined
      // Safe: `has` checks the key next; this type stands for all keys.
      const key = [catalogues[first] ?? `audit.${first}`, ...rest].join('.') as 'audit.actors.panel'
      return t.has(key) ? t(key) : undefined
    }
    return { locale, word }
  }, [t, locale])
}
