'use client'

import { useState } from 'react'

import { useAction } from '@/components/layout/use-action'
import type { PanelOutput } from '@/lib/features/contract'
import type { RuleCondition } from '@/lib/features/rules/contract/conditions'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { type DraftFaults, findDraftFaults, type RuleDraft, ruleBodyOf } from './rule-draft'

type SavedRule = Pick<Rule, 'id' | 'updated_at'>

interface RuleDraftOptions<C extends RuleCondition, F extends object> {
  readonly rule: SavedRule | undefined
  readonly initial: RuleDraft<C>
  /** Defaults for fields that the user has not changed. */
  readonly defaults?: Partial<RuleDraft<C>>
  /** The possible recipients and rights, once loaded. */
  readonly answer: Pick<PanelOutput<'rules.list'>, 'kinds' | 'colleagues' | 'channels'> | undefined
  /** Errors specific to the kind of rule. */
  readonly findFaults: (draft: RuleDraft<C>) => F
  readonly onSaved: (saved: Rule & { readonly cancelled?: number }) => unknown
  /** Looks up details of a refusal; the error it returns is shown instead. */
  readonly onRefused?: (error: Error) => Promise<Error | undefined>
}

/**
 * The draft of a rule and how to save it. A refused draft stays in the form. The draft is state because its matches are
 * counted while it changes, its fields depend on its kind, and a version that another user saved in the meantime can
 * replace it.
 */
export function useRuleDraft<C extends RuleCondition, F extends object>(options: RuleDraftOptions<C, F>) {
  const { rule, initial, defaults, answer, findFaults, onSaved, onRefused } = options
  const [first] = useState(initial)
  const [chosen, setChosen] = useState<Partial<RuleDraft<C>>>({})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const [error, setError] = useState<Error>()
  const onError = async (refusal: Error) => setError((await onRefused?.(refusal)) ?? refusal)
  const create = useAction('rules.create', { onDone: onSaved, onError })
  const update = useAction('rules.update', { onDone: onSaved, onError })
  const draft: RuleDraft<C> = { ...first, ...defaults, ...chosen }
  const all: DraftFaults & F = { ...findDraftFaults(draft), ...findFaults(draft) }
  const isPending = create.isPending || update.isPending
  const save = (saved: SavedRule | undefined) => {
    setWasSubmitted(true)
    if (isPending || Object.keys(all).length > 0) return
    setError(undefined)
    const body = ruleBodyOf(draft)
    if (saved === undefined) create.mutate({ body })
    else update.mutate({ params: { id: saved.id }, body: { ...body, updated_at: saved.updated_at } })
  }
  const change = (part: Partial<RuleDraft<C>>) => {
    setError(undefined)
    setChosen((now) => ({ ...now, ...part }))
  }
  const { kind } = draft.condition
  const faults: Partial<DraftFaults & F> = wasSubmitted ? all : {}
  return {
    isNew: rule === undefined,
    kind,
    draft,
    change,
    /** All errors. `faults` are those to show: none before the first attempt to save. */
    all,
    faults,
    rights: answer?.kinds.find((each) => each.kind === kind),
    answer,
    isPending,
    error,
    save,
    submit: () => save(rule),
  }
}
