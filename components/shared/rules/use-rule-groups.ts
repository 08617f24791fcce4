'use client'

import { useTranslations } from 'use-intl'

import type { MenuGroup } from '@/components/ui/overlay/menu'
import type { Rule } from '@/lib/contract/panel/rules'
import { addDays, atHour, warsawDay } from '@/lib/domain/calendar'
import { serverNow } from '@/lib/domain/server-clock'

import { useRuleChanges, useTestRule } from './use-rule-changes'

/** Why the viewer may not change a rule; undefined where they may. */
export function useRuleDenied({ may_change: mayChange, condition: { kind } }: Rule): string | undefined {
  const t = useTranslations('rule-form')
  const roles = useTranslations('layout.roles')
  return mayChange
    ? undefined
    : t('denied', { kind, owner: roles('owner'), other: roles(kind === 'spend' ? 'finance' : 'compliance') })
}

const HOUR_MS = 3_600_000
const MORNING = 7

/** Seven in the morning in Warsaw, so many days from today. */
const morningIn = (days: number): string =>
  atHour(addDays(warsawDay(new Date(serverNow())), days), MORNING).toISOString()

/** For how long a rule is muted. `until`: asks for a day. */
export function useMuteGroup(rule: Rule, until?: () => void): MenuGroup {
  const t = useTranslations('rule-form.actions')
  const { mute } = useRuleChanges()
  const disabledReason = useRuleDenied(rule)
  const entry = (id: 'muteHour' | 'muteDay' | 'muteWeek' | 'unmute', end: () => string | null) => ({
    id,
    label: t(id),
    disabledReason,
    onAction: () => void mute(rule, end()),
  })
  const choices = [
    entry('muteHour', () => new Date(serverNow() + HOUR_MS).toISOString()),
    entry('muteDay', () => morningIn(1)),
    entry('muteWeek', () => morningIn(7)),
    ...(until ? [{ id: 'muteUntil', label: t('muteUntil'), disabledReason, onAction: until }] : []),
  ]
  const isMuted = rule.muted_until !== null && Date.parse(rule.muted_until) > serverNow()
  return { id: 'mute', title: t('mute'), entries: isMuted ? [entry('unmute', () => null), ...choices] : choices }
}

interface Sending {
  readonly hasSmtp: boolean
  readonly onNotices: () => void
  readonly more?: MenuGroup['entries']
}

/** A test, and what was sent. */
export function useSendGroup(rule: Rule, { hasSmtp, onNotices, more = [] }: Sending): MenuGroup {
  const t = useTranslations('rule-form')
  const test = useTestRule(rule.condition.kind)
  const denied = useRuleDenied(rule)
  const writes = rule.targets.some(({ kind }) => kind !== 'channel')
  return {
    id: 'send',
    entries: [
      {
        id: 'test',
        label: t('actions.test'),
        disabledReason: denied ?? (hasSmtp || !writes ? undefined : t('noSmtpShort')),
        onAction: () => test.mutate({ params: { id: rule.id } }),
      },
      { id: 'notices', label: t('actions.notices'), icon: 'clock', onAction: onNotices },
      ...more,
    ],
  }
}
