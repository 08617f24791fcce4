'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { panelQuery } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import { isApiError } from '@/lib/domain/api-error'

import { toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from '../search/preview-query'
import { expectMatches, type ExpectedMatches } from './expected-matches'
import { bodyOfDraft, draftOfAlert, type SavedAlertDraft } from './saved-alert-draft'

export interface SavedAlertWish {
  /** Null: a new one. */
  readonly alert: BzpAlert | null
  readonly initial: SavedAlertDraft
  readonly onSaved: (alert: BzpAlert) => void
}

export interface SavedAlertFaults {
  readonly name?: 'name' | undefined
  readonly delivery?: 'atOnce' | undefined
  readonly filter?: 'tooMany' | undefined
}

function findFaults(draft: SavedAlertDraft, expected: ExpectedMatches | undefined): SavedAlertFaults {
  const perDay = expected?.perWorkingDay ?? 0
  const isTooMany = perDay > MAX_MATCHES_A_DAY
  return {
    ...(draft.name.trim() === '' && { name: 'name' }),
    ...(isTooMany && { filter: 'tooMany' }),
    ...(!isTooMany && draft.delivery === 'at_once' && perDay > MAX_AT_ONCE_A_DAY && { delivery: 'atOnce' }),
  }
}

async function send(draft: SavedAlertDraft, over: BzpAlert | null): Promise<BzpAlert> {
  const { panelCall } = await import('@/lib/client/browser')
  const body = bodyOfDraft(draft)
  if (over === null) return panelCall('bzpAlerts.create', { body })
  return panelCall('bzpAlerts.update', { params: { id: over.id }, body: { ...body, updated_at: over.updated_at } })
}

/** The form of an alert and its one verb. What the panel refuses stays typed. */
export function useSavedAlertForm({ alert, initial, onSaved }: SavedAlertWish) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(initial)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>()
  /** As somebody else saved it meanwhile. */
  const [theirs, setTheirs] = useState<BzpAlert>()
  const preview = useQuery(previewQuery(toPreviewBody(draft.filter)))
  const expected = expectMatches(preview.data)
  const faults = findFaults(draft, expected)

  const refuse = async (failure: unknown) => {
    setError(failure)
    if (!isApiError(failure) || failure.code !== 'alert_changed' || alert === null) return
    await client.invalidateQueries({ queryKey: ['panel', 'bzpAlerts', 'list'] })
    try {
      const { items } = await client.fetchQuery({ ...panelQuery('bzpAlerts.list', {}), staleTime: 0 })
      setTheirs(items.find(({ id }) => id === alert.id))
    } catch (unread) {
      // Otherwise nothing would be said: the conflict shows itself with their version.
      setError(unread)
    }
  }
  const save = async (over: BzpAlert | null, of: SavedAlertDraft = draft) => {
    setWasSubmitted(true)
    if (isPending || Object.values(findFaults(of, expected)).length > 0) return
    setIsPending(true)
    setError(undefined)
    try {
      const saved = await send(of, over)
      await client.invalidateQueries({ queryKey: ['panel', 'bzpAlerts'] })
      onSaved(saved)
    } catch (failure) {
      await refuse(failure)
    } finally {
      setIsPending(false)
    }
  }
  const change = (part: Partial<SavedAlertDraft>) => {
    setError(undefined)
    setDraft((now) => ({ ...now, ...part }))
  }
  const takeTheirs = () => {
    if (theirs === undefined) return
    change(draftOfAlert(theirs))
    setTheirs(undefined)
  }
  return {
    draft,
    change,
    preview,
    expected,
    /** The name's only once it was asked for; what the preview says at once. */
    faults: wasSubmitted ? faults : { ...faults, name: undefined },
    isPending,
    error,
    theirs,
    takeTheirs,
    submit: () => void save(alert),
    keepMine: () => void save(theirs ?? alert),
    saveAsNew: () => void save(null),
  }
}

export type SavedAlertForm = ReturnType<typeof useSavedAlertForm>
