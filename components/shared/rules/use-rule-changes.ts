'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import type { RuleKindName } from '@/lib/contract/panel/rule-conditions'
import type { Rule, RuleBody } from '@/lib/contract/panel/rules'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime } from '@/lib/domain/format/format'

import { tellingOf, toldBody } from './telling-draft'
import { useCancelledText } from './use-cancelled-text'

/** Turns a rule on or off, or mutes it; everything else of it stays as it is. */
export function useRuleChanges() {
  const t = useTranslations('rule-form.changed')
  const locale = useLocale()
  const withCancelled = useCancelledText()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(panelMutation('rules.update'))
  const change = async (rule: Rule, part: Partial<RuleBody>, said: string): Promise<boolean> => {
    const body = { ...toldBody(tellingOf(rule)), condition: rule.condition, ...part, updated_at: rule.updated_at }
    try {
      const { cancelled } = await mutateAsync({ params: { id: rule.id }, body })
      toast.success(withCancelled(said, cancelled))
      return true
    } catch {
      toast.error(t('failed', { kind: rule.condition.kind }))
      return false
    } finally {
      await Promise.all(
        ['rules', 'bzpAlerts'].map((resource) => client.invalidateQueries({ queryKey: ['panel', resource, 'list'] })),
      )
    }
  }
  return {
    enable: (rule: Rule, enabled: boolean) =>
      change(rule, { enabled }, t(enabled ? 'enabled' : 'disabled', { name: rule.name })),
    isPending,
    mute: (rule: Rule, until: string | null) =>
      change(
        rule,
        { muted_until: until },
        until === null
          ? t('unmuted', { name: rule.name, kind: rule.condition.kind })
          : t('muted', { name: rule.name, kind: rule.condition.kind, when: formatDateTime(until, locale) }),
      ),
  }
}

/** Sends the test and says how it went, with the mail server's own words where it refused. */
export function useTestRule(kind: RuleKindName) {
  const t = useTranslations('rule-form.testing')
  const client = useQueryClient()
  return useMutation({
    ...panelMutation('rules.test'),
    onSuccess: ({ deliveries }) => {
      const failed = deliveries.find(({ state }) => state === 'failed' || state === 'unsent')
      if (deliveries.length === 0) toast.error(t('nobody', { kind }))
      else if (failed === undefined) toast.success(t('sent'))
      else if (failed.kind === 'channel') toast.error(t('channelRefused', { name: failed.recipient ?? '' }))
      else toast.error(t('refused', { address: failed.recipient ?? '', error: failed.error ?? '' }))
    },
    onError: (error) => toast.error(t(isApiError(error) && error.code === 'limit' ? 'tooMany' : 'failed')),
    onSettled: () => client.invalidateQueries({ queryKey: ['panel', 'rules', 'notices'] }),
  })
}
