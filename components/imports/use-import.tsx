'use client'

import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'

import { useUnloadWarning } from '@/components/ui/use-unload-warning'

import { ImportJobs } from './job/import-jobs'
import type { ImportKey } from './job/sealed-job-store'
import { importSession, type ImportSession } from './session/import-session'
import { emptyState, type ImportState } from './session/import-state'

interface Import {
  readonly session: ImportSession
  readonly jobs: ImportJobs
}

const ImportContext = createContext<Import | null>(null)

export function ImportProvider({
  importKey,
  children,
}: {
  readonly importKey: ImportKey
  readonly children: ReactNode
}) {
  const client = useQueryClient()
  const { owner, key } = importKey
  const value = useMemo(() => {
    const session = importSession({ owner, key })
    return { session, jobs: new ImportJobs(session, client) }
  }, [owner, key, client])
  useEffect(() => void value.jobs.recall(), [value])
  return <ImportContext value={value}>{children}</ImportContext>
}

export function useImport(): Import & { readonly state: ImportState } {
  const value = useContext(ImportContext)
  if (!value) throw new Error('useImport needs an ImportProvider above it')
  const { session } = value
  const state = useSyncExternalStore(session.subscribe, session.read, () => emptyState)
  return { ...value, state }
}

/** Warns before an unsent list is lost. A stored job can be continued later, so it needs no warning. */
export function useUnsentListWarning(): void {
  const { state } = useImport()
  const isUnsent = state.snapshot !== undefined && state.outcome === undefined
  useUnloadWarning(isUnsent || (state.unfinishedJob !== undefined && !state.unfinishedJob.isLasting))
}
