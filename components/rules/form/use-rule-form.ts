'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import type { RuleDraft } from '@/components/shared/rules/rule-draft'
import { useCancelledText } from '@/components/shared/rules/use-cancelled-text'
import { useRuleDraft } from '@/components/shared/rules/use-rule-draft'
import { toast } from '@/components/ui/overlay/toast'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { panelQuery } from '@/lib/client/queries'
import type { PanelInput, PanelOutput } from '@/lib/features/contract'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { findConditionFaults, isCountable } from '../rule-draft'

/** Waits for a pause in typing before counting. */
const SETTLE_MS = 400

interface RuleFormInput {
  readonly rule: Rule | undefined
  readonly draft: RuleDraft
  readonly answer: PanelOutput<'rules.list'>
  readonly onClose: () => void
}

export function useRuleForm({ rule, draft: initial, answer, onClose }: RuleFormInput) {
  const t = useTranslations('rules.form')
  const withCancelled = useCancelledText()
  const form = useRuleDraft({
    rule,
    initial,
    answer,
    findFaults: findConditionFaults,
    onSaved: (saved) => {
      toast.success(withCancelled(t('saved', { name: saved.name }), saved.cancelled ?? 0))
      onClose()
    },
  })
  // The kinds that the viewer may save, plus the rule's current kind.
  const kinds = answer.kinds.filter(({ kind, own, team }) => own || team || kind === form.kind).map(({ kind }) => kind)
  return { ...form, kinds, preview: usePreview(form.draft, isCountable(form.all)) }
}

export type RuleForm = ReturnType<typeof useRuleForm>

type PreviewBody = PanelInput<'rules.preview'>['body']

/** Counted after a pause in editing; earlier requests are cancelled. */
function usePreview(draft: RuleDraft, isEnabled: boolean) {
  const { is_team, condition, timing, digest_hour, weekday, working_days_only, quiet, muted_until } = draft
  const previewInput = { is_team, condition, timing, digest_hour, weekday, working_days_only, quiet, muted_until }
  const debouncedInput = useDebouncedValue(JSON.stringify(previewInput), SETTLE_MS)
  // Safe: serialized from the draft just above.
  const body = JSON.parse(debouncedInput) as PreviewBody
  const query = useQuery({
    ...panelQuery('rules.preview', { body }),
    enabled: isEnabled,
    staleTime: 30_000,
    retry: false,
  })
  return { query, isCurrent: debouncedInput === JSON.stringify(previewInput) }
}
