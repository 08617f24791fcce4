'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useViewer } from '@/components/layout/viewer'
import { useRuleDraft } from '@/components/shared/rules/use-rule-draft'
import { panelQuery } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { type BzpAlert, MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from '@/lib/features/bzp/contract/alerts'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from '../search/preview-query'
import { expectMatches, type ExpectedMatches } from './expected-matches'
import { draftOfAlert, type SavedAlertDraft } from './saved-alert-draft'

export interface SavedAlertFormInput {
  /** Null for a new alert. */
  readonly alert: BzpAlert | null
  readonly initial: SavedAlertDraft
  readonly onSaved: (alert: Rule) => void
}

interface ExpectedFaults {
  readonly timing?: 'atOnce'
  readonly filter?: 'tooMany'
}

function findExpectedFaults({ timing }: SavedAlertDraft, expected: ExpectedMatches | undefined): ExpectedFaults {
  const perDay = expected?.perWorkingDay ?? 0
  if (perDay > MAX_MATCHES_A_DAY) return { filter: 'tooMany' }
  return timing === 'at_once' && perDay > MAX_AT_ONCE_A_DAY ? { timing: 'atOnce' } : {}
}

interface NewAlertContext {
  readonly me: string | undefined
  readonly hasSmtp: boolean
}

/**
 * The user who saves a new alert becomes its recipient, unless they choose otherwise. A message that cannot go out is
 * not proposed; the matches are in the panel.
 */
const defaultsOfNew = (initial: SavedAlertDraft, { me, hasSmtp }: NewAlertContext): Partial<SavedAlertDraft> => ({
  ...(me !== undefined && !initial.is_team && initial.members.length === 0 && { members: [me] }),
  ...(!hasSmtp && { timing: 'none' }),
})

/** The state of an alert's form, with what its filter is expected to match, and what another user saved in between. */
export function useSavedAlertForm({ alert, initial, onSaved }: SavedAlertFormInput) {
  const client = useQueryClient()
  const answer = useQuery(panelQuery('bzpAlerts.list', {})).data
  const hasSmtp = answer?.smtp !== false
  const { email } = useViewer()
  const me = answer?.colleagues.find((each) => each.email === email)?.user_id
  const [theirs, setTheirs] = useState<BzpAlert>()
  /** The other user's version, once accepted: the next save replaces it. */
  const [acceptedVersion, setAcceptedVersion] = useState<BzpAlert>()
  const saved = acceptedVersion ?? alert
  const [{ condition }] = useState(initial)
  const preview = useQuery(previewQuery(toPreviewBody(acceptedVersion?.filter ?? condition.filter)))
  const expected = expectMatches(preview.data)
  const onRefused = async (refusal: Error) => {
    if (!isApiError(refusal) || refusal.code !== 'rule_changed' || alert === null) return undefined
    try {
      const { items } = await client.fetchQuery({ ...panelQuery('bzpAlerts.list', {}), staleTime: 0 })
      setTheirs(items.find(({ id }) => id === alert.id))
      return undefined
    } catch (loadError) {
      // The other version could not be loaded, so its conflict cannot be shown and the error is shown instead.
      return loadError instanceof Error ? loadError : new Error(String(loadError))
    }
  }
  const form = useRuleDraft({
    rule: saved ?? undefined,
    initial,
    defaults: alert === null ? defaultsOfNew(initial, { me, hasSmtp }) : {},
    answer,
    findFaults: (draft) => findExpectedFaults(draft, expected),
    onSaved,
    onRefused,
  })
  const takeTheirs = () => {
    if (theirs === undefined) return
    form.change(draftOfAlert(theirs))
    setAcceptedVersion(theirs)
    setTheirs(undefined)
  }
  return {
    ...form,
    saved,
    /** Faults predicted by the preview are shown at once, others after an attempt to save. */
    faults: { ...form.faults, ...findExpectedFaults(form.draft, expected) },
    preview,
    expected,
    hasSmtp,
    theirs,
    takeTheirs,
    submit: () => theirs === undefined && form.submit(),
    keepMine: () => form.save(theirs ?? saved ?? undefined),
    saveAsNew: () => form.save(undefined),
  }
}

export type SavedAlertForm = ReturnType<typeof useSavedAlertForm>
