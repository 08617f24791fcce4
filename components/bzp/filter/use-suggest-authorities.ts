'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import type { Suggest } from '@/components/ui/inputs/use-suggestions'
import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

import { draftProblem } from './alert-filter'

const SUGGESTED = 8
const STALE_MS = 5 * 60_000

/** Authorities of the last days by their name or NIP, with their NIP and count; none where the service does not list them. */
export function useSuggestAuthorities(): Suggest {
  const t = useTranslations('bzp.map')
  const locale = useLocale()
  const client = useQueryClient()
  const isUnknown = useRef(false)
  return useCallback<Suggest>(
    async (text) => {
      const q = text.trim()
      if (isUnknown.current || draftProblem(q) !== null) return []
      try {
        const options = query('bzp.facets', { query: { field: 'authorities', q, limit: SUGGESTED } })
        const { items } = await client.fetchQuery({ ...options, staleTime: STALE_MS, retry: false })
        return items.flatMap(({ value = '', count = 0, nip, province }) => {
          const n = formatInteger(count, locale)
          const said = typeof nip === 'string' ? t('authority', { nip, n }) : t('authorityCount', { n })
          return value === '' ? [] : [{ value, label: value, hint: [province ?? [], said].flat().join(' · ') }]
        })
      } catch (error) {
        isUnknown.current = isMissing(error)
        return []
      }
    },
    [client, locale, t],
  )
}
