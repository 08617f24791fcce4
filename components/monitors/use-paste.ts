'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { type AddResult, sendableRows, sendRows, type TagResult, tagRows } from './add-monitors'
import { refreshLists } from './monitor-cache'
import { type KindChoices, noChoices, parseIdentifiers, type ParsedRow, type TenDigits } from './parse-identifiers'
import { useBulkJob } from './use-bulk-job'

export interface PasteOutcome {
  readonly rows: readonly ParsedRow[]
  readonly result: AddResult
  readonly tags: TagResult | undefined
}

/** What was typed and decided so far; it outlives closing the dialog, a failure and an expired session. */
function usePasteDraft() {
  const [text, setText] = useState('')
  const [tags, setTags] = useState<readonly string[]>([])
  const [choices, setChoices] = useState<KindChoices>(noChoices)
  const deferred = useDeferredValue(text)
  const rows = useMemo(() => parseIdentifiers(deferred, choices), [deferred, choices])
  const choose = (digits: string, kind: TenDigits) =>
    setChoices((now) => ({ ...now, byDigits: new Map(now.byDigits).set(digits, kind) }))
  const chooseForAll = (forAll: TenDigits) => setChoices({ byDigits: new Map(), forAll })
  const reset = () => {
    setText('')
    setTags([])
    setChoices(noChoices)
  }
  return { text, setText, tags, setTags, choices, choose, chooseForAll, rows, reset }
}

/** The whole of adding by paste: the draft, the sending with progress, and the outcome. */
export function usePaste() {
  const t = useTranslations('monitors.paste')
  const client = useQueryClient()
  const draft = usePasteDraft()
  const jobs = useBulkJob()
  const [outcome, setOutcome] = useState<PasteOutcome>()
  const [error, setError] = useState<unknown>()

  const send = async () => {
    const { rows, tags } = draft
    const sendable = sendableRows(rows)
    setError(undefined)
    let result: AddResult | undefined
    await jobs.run(t('sending'), sendable.length, async (handle) => {
      result = await sendRows(sendable, handle)
    })
    if (result === undefined) return
    const { error: failure, isCancelled, inserted, existing } = result
    let tagging: TagResult | undefined
    const mayTag = failure === undefined && !isCancelled && tags.length > 0 && inserted + existing > 0
    if (mayTag) {
      await jobs.run(t('tagging'), sendable.length, async (handle) => {
        tagging = await tagRows(sendable, tags, handle)
      })
    }
    if (inserted > 0 || tagging !== undefined) await refreshLists(client)
    if (failure !== undefined) setError(failure)
    else if (!isCancelled) setOutcome({ rows, result, tags: tagging })
  }
  const backToDraft = () => setOutcome(undefined)
  const again = () => {
    draft.reset()
    backToDraft()
  }
  return { ...draft, jobs, outcome, error, send, backToDraft, again }
}

export type Paste = ReturnType<typeof usePaste>
