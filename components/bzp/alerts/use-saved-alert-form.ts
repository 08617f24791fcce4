'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useViewer } from '@/components/layout/viewer'
import { findTellingFaults, type TellingFaults, type TellingForm } from '@/components/shared/rules/telling-draft'
import { panelQuery } from '@/lib/client/queries'
import { type BzpAlert, MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import type { Rule } from '@/lib/contract/panel/rules'
import { isApiError } from '@/lib/domain/api-error'

import { toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from '../search/preview-query'
import { expectMatches, type ExpectedMatches } from './expected-matches'
import { bodyOfDraft, draftOfAlert, type SavedAlertDraft } from './saved-alert-draft'

export interface SavedAlertWish {
  /** Null: a new one. */
  readonly alert: BzpAlert | null
  readonly initial: SavedAlertDraft
  readonly onSaved: (alert: Rule) => void
}

export interface SavedAlertFaults extends TellingFaults {
  readonly name?: 'name' | undefined
  readonly timing?: 'atOnce' | undefined
  readonly filter?: 'tooMany' | undefined
}

function findFaults(draft: SavedAlertDraft, expected: ExpectedMatches | undefined): SavedAlertFaults {
  const perDay = expected?.perWorkingDay ?? 0
  const isTooMany = perDay > MAX_MATCHES_A_DAY
  return {
    ...(draft.name.trim() === '' && { name: 'name' }),
    ...(isTooMany && { filter: 'tooMany' }),
    ...(!isTooMany && draft.timing === 'at_once' && perDay > MAX_AT_ONCE_A_DAY && { timing: 'atOnce' }),
    ...findTellingFaults(draft),
  }
}

async function send(draft: SavedAlertDraft, over: BzpAlert | null): Promise<Rule> {
  const { panelCall } = await import('@/lib/client/browser')
  const body = bodyOfDraft(draft)
  if (over === null) return panelCall('rules.create', { body })
  return panelCall('rules.update', { params: { id: over.id }, body: { ...body, updated_at: over.updated_at } })
}

/** The form of an alert and its one verb. What the panel refuses stays typed. */
export function useSavedAlertForm({ alert, initial, onSaved }: SavedAlertWish) {
  const client = useQueryClient()
  const [chosen, setDraft] = useState(initial)
  const { answer, me } = useTold()
  // A new one tells who saves it, unless they choose otherwise.
  const [isChosen, setIsChosen] = useState(initial.is_team || initial.members.length > 0)
  const draft = alert === null && !isChosen && me !== undefined ? { ...chosen, members: [me] } : chosen
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
    if (!isApiError(failure) || failure.code !== 'rule_changed' || alert === null) return
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
    if ('members' in part) setIsChosen(true)
    setDraft((now) => ({ ...now, ...part }))
  }
  const takeTheirs = () => {
    if (theirs === undefined) return
    change(draftOfAlert(theirs))
    setTheirs(undefined)
  }
  const shown = wasSubmitted ? faults : { filter: faults.filter, timing: faults.timing }
  return {
    draft,
    change,
    preview,
    expected,
    /** What the preview says at once, the rest once it was asked for. */
    faults: shown,
    telling:
      answer &&
      ({ kind: 'tender', draft, change, faults: shown, rights: answer.kinds[0], answer } satisfies TellingForm),
    hasSmtp: answer?.smtp !== false,
    isPending,
    error,
    theirs,
    takeTheirs,
    submit: () => void save(alert),
    keepMine: () => void save(theirs ?? alert),
    saveAsNew: () => void save(null),
  }
}

/** Whom alerts may tell, and who looks at the form. */
function useTold() {
  const answer = useQuery(panelQuery('bzpAlerts.list', {})).data
  const { email } = useViewer()
  return { answer, me: answer?.colleagues.find((each) => each.email === email)?.user_id }
}

export type SavedAlertForm = ReturnType<typeof useSavedAlertForm>
