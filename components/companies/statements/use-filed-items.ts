'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { panelQuery } from '@/lib/client/queries'

import type { FiledItem } from './documents/filed-items'

export interface FiledList {
  readonly items: readonly FiledItem[]
  readonly askedAt: string
}

/**
 * Returns the list of documents that was last paid for, free of charge; undefined if there is none or it cannot be
 * read.
 */
export function useFiledItems(number: string): FiledList | undefined {
  const { data } = useQuery(panelQuery('companies.part', { params: { number, part: 'statements' } }))
  const page = data?.pages[0]
  return useMemo(() => {
    const read = page && readStoredAnswer('rdf.documents', page.answer)
    return page && read && { items: read.items, askedAt: page.asked_at }
  }, [page])
}
