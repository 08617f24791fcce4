'use client'

import { useQuery } from '@tanstack/react-query'

import { useViewer } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

/** Tags in use; none where the service does not list them. */
export function useKnownTags(): readonly string[] {
  const { mode } = useViewer()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  return (data?.items ?? []).flatMap(({ tag }) => (tag === undefined ? [] : [tag]))
}
