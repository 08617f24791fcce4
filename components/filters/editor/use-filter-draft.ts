'use client'

import { useCallback, useEffect, useMemo, useState } from 'react'

import type { FilterListName } from '@/lib/domain/filter-lists'

import { draftMemory } from '../draft/draft-memory'
import {
  diffDraft,
  toFilterDraft,
  emptyDraft,
  type FilterDraft,
  type FilterRecord,
  noServiceFaults,
  type ServiceFaults,
  withList,
} from '../draft/filter-draft'

const toDraft = (record: FilterRecord | undefined): FilterDraft => (record ? toFilterDraft(record) : emptyDraft)

/**
 * The edit of one filter. `record` is the newest version of the service, `base` the version the edit began with. Until
 * the first change the edit follows the service; afterwards a newer version waits in `theirs` for a decision.
 */
export function useFilterDraft(record: FilterRecord | undefined, memoryKey: string) {
  const [remembered] = useState(() => draftMemory.recall(memoryKey))
  const [base, setBase] = useState(remembered ? remembered.base : record)
  const [draft, setDraft] = useState(() => remembered?.draft ?? toDraft(record))
  const [refused, setRefused] = useState<ServiceFaults>(noServiceFaults)
  const saved = useMemo(() => toDraft(base), [base])
  const diff = useMemo(() => diffDraft(saved, draft), [saved, draft])
  const isNewer = record !== undefined && base !== undefined && record.updated_at !== base.updated_at

  const adopt = (next: FilterRecord, replaced?: FilterDraft) => {
    setBase(next)
    setRefused(noServiceFaults)
    // Edits made during the save are retained.
    setDraft((now) => (replaced === undefined || now === replaced ? toFilterDraft(next) : now))
  }
  if (isNewer && !diff.isDirty) adopt(record)
  /** Continues from a newer version with a draft merged from both. */
  const rebase = (next: FilterRecord, merged: FilterDraft) => {
    setBase(next)
    setDraft(merged)
  }

  useEffect(() => {
    if (diff.isDirty) draftMemory.save(memoryKey, { base, draft })
    else draftMemory.forget(memoryKey)
  }, [diff.isDirty, memoryKey, base, draft])

  // The callback is stable, so that unchanged lists are not rendered again.
  const setList = useCallback(
    (list: FilterListName, values: readonly string[]) => setDraft((now) => withList(now, list, values)),
    [],
  )

  return {
    base,
    draft,
    saved,
    diff,
    refused,
    setRefused,
    adopt,
    rebase,
    /** A newer version saved by another user while there are unsaved changes here. */
    theirs: isNewer && diff.isDirty ? record : undefined,
    wasRestored: remembered !== undefined && remembered.isPrepared !== true,
    setName: (name: string) => setDraft((now) => ({ ...now, name })),
    setList,
    discard: () => {
      setDraft(saved)
      setRefused(noServiceFaults)
    },
  }
}

export type FilterEdit = ReturnType<typeof useFilterDraft>
