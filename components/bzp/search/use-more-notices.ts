'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { OperationAnswer } from '@/lib/client/client'
import { query, toQueryKey } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'
import { contradictsFilter } from '@/lib/domain/bzp/why-matches'

export type ListedNotice = OperationAnswer<'bzp.list'>['items'][number]

/** What is paid for stays as long as what the preview counts: the same page is not bought twice meanwhile. */
const STALE_MS = 5 * 60_000

interface Listed {
  readonly notices: readonly ListedNotice[]
  /** Undefined before the first page, null after the last one. */
  readonly cursor: string | null | undefined
  /** Notices that the last press bought; undefined where it bought none, as they were there already. */
  readonly bought: number | undefined
}

const nothing: Listed = { notices: [], cursor: undefined, bought: undefined }

/** Only what the filter asks: a service that does not know a field need not see it. */
type AskedIn = Partial<{ [K in keyof BzpFilter]: NonNullable<BzpFilter[K]> }>
const askedIn = (filter: BzpFilter): AskedIn =>
  Object.fromEntries(
    Object.entries(filter).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
  )

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Notices of a filter, page by page, each page asked for by hand because each notice is paid for. */
export function useMoreNotices(filter: BzpFilter) {
  const client = useQueryClient()
  const [listed, setListed] = useState(nothing)
  const [error, setError] = useState<Error | null>(null)
  const [isAsking, setIsAsking] = useState(false)

  const ask = async (limit: number) => {
    const options = query('bzp.list', {
      query: { ...askedIn(filter), limit, ...(typeof listed.cursor === 'string' && { cursor: listed.cursor }) },
    })
    const boughtAt = () => client.getQueryState(options.queryKey)?.dataUpdatedAt
    setIsAsking(true)
    setError(null)
    const before = boughtAt()
    try {
      const { items, next_cursor: next } = await client.fetchQuery({
        ...options,
        // What broke on its way back may have been paid for: asked again by itself, it would cost more than was said.
        retry: false,
        staleTime: STALE_MS,
        gcTime: STALE_MS,
      })
      setListed(({ notices }) => ({
        notices: [...notices, ...items],
        cursor: items.length === 0 ? null : (next ?? null),
        bought: boughtAt() === before ? undefined : items.length,
      }))
    } catch (thrown) {
      setError(asError(thrown))
    } finally {
      setIsAsking(false)
      void client.invalidateQueries({ queryKey: toQueryKey('usage.api', {}).slice(0, 1) })
    }
  }
  return {
    ...listed,
    /** The service gave what the filter does not mean: it does not know the parameters, and more of it is not worth buying. */
    isBeside: listed.notices.some((notice) => contradictsFilter(notice, filter)),
    error,
    isAsking,
    ask,
  }
}
