'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'

import { query } from '@/lib/client/queries'
import { foldText } from '@/lib/domain/fold'

const MAX_SUGGESTIONS = 8

/** Suggests tags in use; suggests nothing if the service does not list them, like a remote one. */
export function useTagSuggest({ isListed }: { readonly isListed: boolean }) {
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: isListed })
  const items = data?.items
  return useCallback(
    (text: string) => {
      const names = items?.map(({ tag = '' }) => tag) ?? []
      const found = names.filter((tag) => foldText(tag).includes(foldText(text))).slice(0, MAX_SUGGESTIONS)
      return Promise.resolve(found.map((tag) => ({ value: tag, label: tag })))
    },
    [items],
  )
}
