'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { useViewer } from '@/components/layout/viewer'
import { query } from '@/lib/client/queries'

import type { TagCount } from './judge/known-monitors'
import { useImport } from './use-import'

/** Tags in use. A remote service does not list them, so there they are those of the monitors that the list is compared with. */
export function useTags(): readonly TagCount[] {
  const { mode } = useViewer()
  const { session, state } = useImport()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  const [found, setFound] = useState<readonly TagCount[]>([])
  const knownAt = state.known.kind === 'ready' ? state.known.at : undefined
  useEffect(() => {
    if (mode === 'embedded' || knownAt === undefined) return undefined
    let isCurrent = true
    const keep = (tags: readonly TagCount[]) => {
      if (isCurrent) setFound(tags)
    }
    session.ask('tags', undefined).then(keep, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [session, mode, knownAt])
  if (mode === 'remote') return found
  return (data?.items ?? []).map(({ tag = '', monitors = 0 }) => ({ tag, monitors }))
}
