'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import type { TellingForm } from '@/components/shared/rules/telling-draft'
import { useCancelledText } from '@/components/shared/rules/use-cancelled-text'
import { toast } from '@/components/ui/overlay/toast'
import { useSettled } from '@/components/ui/use-settled'
import { panelMutation, panelQuery } from '@/lib/client/queries'
import type { PanelInput, PanelOutput } from '@/lib/contract/panel-table'
import type { Rule } from '@/lib/contract/panel/rules'

import { ruleBodyOf, findRuleFaults, isCountable, type RuleDraft, type RuleFaults } from '../rule-draft'

/** As long as somebody types, nothing is counted. */
const SETTLE_MS = 400

interface Given {
  /** Undefined: a new one. */
  readonly rule: Rule | undefined
  readonly draft: RuleDraft
  readonly answer: PanelOutput<'rules.list'>
  readonly onClose: () => void
}

/** What stands in the form, what is wrong with it, and what it would send. */
export function useRuleForm({ rule, draft: first, answer, onClose }: Given) {
  const t = useTranslations('notifications.form')
  const client = useQueryClient()
  const withCancelled = useCancelledText()
  const [draft, setDraft] = useState(first)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const all = findRuleFaults(draft)
  const faults: RuleFaults = wasSubmitted ? all : {}
  const onSuccess = async (saved: Rule & { readonly cancelled?: number }) => {
    toast.success(withCancelled(t('saved', { name: saved.name }), saved.cancelled ?? 0))
    await client.invalidateQueries({ queryKey: ['panel', 'rules'] })
    onClose()
  }
  const create = useMutation({ ...panelMutation('rules.create'), onSuccess })
  const update = useMutation({ ...panelMutation('rules.update'), onSuccess })
  const submit = () => {
    setWasSubmitted(true)
    if (Object.keys(all).length > 0) return
    const body = ruleBodyOf(draft)
    if (rule === undefined) create.mutate({ body })
    else update.mutate({ params: { id: rule.id }, body: { ...body, updated_at: rule.updated_at } })
  }
  // Kinds that the viewer may save; the one that the rule is of in any case.
  const kinds = answer.kinds
    .filter(({ kind, own, team }) => own || team || kind === draft.condition.kind)
    .map(({ kind }) => kind)
  const change = (part: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...part }))
  const { kind } = draft.condition
  const rights = answer.kinds.find((each) => each.kind === kind)
  const telling: TellingForm = { kind, draft, change, faults, rights, answer }
  return {
    isNew: rule === undefined,
    kinds,
    telling,
    draft,
    answer,
    faults,
    change,
    submit,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
    preview: usePreview(draft, isCountable(all)),
  }
}

export type RuleForm = ReturnType<typeof useRuleForm>

type Previewed = PanelInput<'rules.preview'>['body']

/** Counted once nothing was changed for a moment; what was asked before is cancelled. */
function usePreview(draft: RuleDraft, isEnabled: boolean) {
  const { is_team, condition, timing, digest_hour, weekday, working_days_only, quiet, muted_until } = draft
  const asked = { is_team, condition, timing, digest_hour, weekday, working_days_only, quiet, muted_until }
  const settled = useSettled(JSON.stringify(asked), SETTLE_MS)
  // Sound: made of the draft just above.
  const body = JSON.parse(settled) as Previewed
  const query = useQuery({
    ...panelQuery('rules.preview', { body }),
    enabled: isEnabled,
    staleTime: 30_000,
    retry: false,
  })
  return { query, isCurrent: settled === JSON.stringify(asked) }
}
