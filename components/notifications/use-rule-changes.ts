'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import type { Rule, RuleBody } from '@/lib/contract/panel/rules'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime } from '@/lib/domain/format/format'

import { ruleBodyOf, draftOfRule } from './rule-draft'
import { useCancelledText } from './use-cancelled-text'

/** Turns a rule on or off, or mutes it; everything else of it stays as it is. */
export function useRuleChanges() {
  const t = useTranslations('notifications.changed')
  const locale = useLocale()
  const withCancelled = useCancelledText()
  const client = useQueryClient()
  const { mutateAsync } = useMutation(panelMutation('rules.update'))
  const change = async (rule: Rule, part: Partial<RuleBody>, said: string) => {
    const body = { ...ruleBodyOf(draftOfRule(rule)), ...part, updated_at: rule.updated_at }
    try {
      const { cancelled } = await mutateAsync({ params: { id: rule.id }, body })
      toast.success(withCancelled(said, cancelled))
    } catch {
      toast.error(t('failed'))
    } finally {
      await client.invalidateQueries({ queryKey: ['panel', 'rules', 'list'] })
    }
  }
  return {
    enable: (rule: Rule, enabled: boolean) =>
      change(rule, { enabled }, t(enabled ? 'enabled' : 'disabled', { name: rule.name })),
    mute: (rule: Rule, until: string | null) =>
      change(
        rule,
        { muted_until: until },
        until === null
          ? t('unmuted', { name: rule.name })
          : t('muted', { name: rule.name, when: formatDateTime(until, locale) }),
      ),
  }
}

/** Sends the test and says how it went, with the mail server's own words where it refused. */
export function useTestRule() {
  const t = useTranslations('notifications.testing')
  const client = useQueryClient()
  return useMutation({
    ...panelMutation('rules.test'),
    onSuccess: ({ deliveries }) => {
      const failed = deliveries.find(({ state }) => state === 'failed' || state === 'unsent')
      if (deliveries.length === 0) toast.error(t('nobody'))
      else if (failed === undefined) toast.success(t('sent'))
      else if (failed.kind === 'channel') toast.error(t('channelRefused', { name: failed.recipient ?? '' }))
      else toast.error(t('refused', { address: failed.recipient ?? '', error: failed.error ?? '' }))
    },
    onError: (error) => toast.error(t(isApiError(error) && error.code === 'limit' ? 'tooMany' : 'failed')),
    onSettled: () => client.invalidateQueries({ queryKey: ['panel', 'rules', 'notices'] }),
  })
}
