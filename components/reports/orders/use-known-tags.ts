'use client'

import { useQuery } from '@tanstack/react-query'

import { useViewer } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

/** Tags in use with how many monitors have each; none where the service does not list them. */
export function useKnownTags(): readonly { readonly tag: string; readonly monitors: number }[] {
  const { mode } = useViewer()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  return (data?.items ?? []).flatMap(({ tag, monitors = 0 }) => (tag === undefined ? [] : [{ tag, monitors }]))
}
