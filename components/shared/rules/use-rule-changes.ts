'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { toast } from '@/components/ui/overlay/toast'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime } from '@/lib/domain/format/format'
import type { RuleKindName } from '@/lib/features/rules/contract/conditions'
import type { Rule, RuleBody } from '@/lib/features/rules/contract/rules'

import { draftOfRule, ruleBodyOf } from './rule-draft'
import { useCancelledText } from './use-cancelled-text'

/** Turns a rule on or off, or mutes it, without changing anything else. */
export function useRuleChanges(rule: Rule) {
  const t = useTranslations('rules-form.changed')
  const locale = useLocale()
  const withCancelled = useCancelledText()
  const ruleTexts = { name: rule.name, kind: rule.condition.kind }
  const { mutateAsync, isPending } = useAction('rules.update', { failed: t('failed', ruleTexts) })
  const change = async (part: Partial<RuleBody>, doneText: string): Promise<boolean> => {
    const body = { ...ruleBodyOf(draftOfRule(rule)), ...part, updated_at: rule.updated_at }
    try {
      const { cancelled } = await mutateAsync({ params: { id: rule.id }, body })
      toast.success(withCancelled(doneText, cancelled))
      return true
    } catch {
      return false
    }
  }
  return {
    enable: (enabled: boolean) => change({ enabled }, t(enabled ? 'enabled' : 'disabled', ruleTexts)),
    isPending,
    mute: (until: string | null) =>
      change(
        { muted_until: until },
        until === null ? t('unmuted', ruleTexts) : t('muted', { ...ruleTexts, when: formatDateTime(until, locale) }),
      ),
  }
}

/** Sends a test message and reports the result, with the mail server's own message if it refused. */
export function useTestRule(kind: RuleKindName) {
  const t = useTranslations('rules-form.testing')
  return useAction('rules.test', {
    onSuccess: ({ deliveries }) => {
      const failed = deliveries.find(({ state }) => state === 'failed' || state === 'unsent')
      if (deliveries.length === 0) toast.error(t('nobody', { kind }))
      else if (failed === undefined) toast.success(t('sent'))
      else if (failed.kind === 'channel') toast.error(t('channelRefused', { name: failed.recipient ?? '' }))
      else toast.error(t('refused', { address: failed.recipient ?? '', error: failed.error ?? '' }))
    },
    failed: (_, error) => t(isApiError(error) && error.code === 'limit' ? 'tooMany' : 'failed'),
  })
}
