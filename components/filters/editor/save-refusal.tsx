'use client'

import { useEffect, useRef } from 'react'

import { ConflictBanner } from '../conflict/conflict-banner'
import type { FilterRecord } from '../draft/filter-draft'
import { SaveProblem } from './save-problem'
import type { FilterEdit } from './use-filter-draft'
import type { FilterSaving } from './use-save-filter'

interface SaveRefusalProps {
  readonly edit: FilterEdit
  readonly saving: FilterSaving
  /** The filter is not there any more. */
  readonly isGone: boolean
  readonly onTakeTheirs: (theirs: FilterRecord) => void
}

/** Why a save failed, or what somebody else saved meanwhile, and what can be done. */
export function SaveRefusal({ edit, saving, isGone, onTakeTheirs }: SaveRefusalProps) {
  const { save, isSaving, error, refusals } = saving
  const theirs = isSaving ? undefined : edit.theirs
  const place = useShown(refusals, isGone || error !== undefined || theirs !== undefined)
  return (
    <div ref={place} className="grid scroll-mt-20 gap-3 empty:hidden">
      <SaveProblem error={error} isGone={isGone} onSaveAsNew={() => void save({ isNew: true })} />
      {theirs !== undefined && (
        <ConflictBanner
          {...{ edit, theirs }}
          onKeepMine={() => void save({ over: theirs })}
          onTakeTheirs={() => onTakeTheirs(theirs)}
        />
      )}
    </div>
  )
}

/** It stands above the lists, which may be long: once it is drawn it is brought into sight. */
function useShown(refusals: number, isDrawn: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(0)
  useEffect(() => {
    // What others saved comes with an answer of its own, maybe after the refusal.
    if (!isDrawn || shown.current === refusals) return
    shown.current = refusals
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals, isDrawn])
  return place
}
