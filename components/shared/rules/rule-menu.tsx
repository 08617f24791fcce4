'use client'

import { useTranslations } from 'use-intl'

import type { MenuEntry, MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { addDays, atHour, warsawDay } from '@/lib/domain/calendar'
import { serverNow } from '@/lib/domain/server-clock'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { useRuleChanges, useTestRule } from './use-rule-changes'

/** The dialog or action chosen from the menu. `mute` applies to tender rules only. */
export type RuleAction = 'edit' | 'duplicate' | 'mute' | 'notices' | 'delete'

interface RuleMenuProps {
  readonly rule: Rule
  readonly hasSmtp: boolean
  readonly onAct: (act: RuleAction) => void
  /** Additional entries: at the beginning, and after the sent messages. */
  readonly before?: readonly MenuEntry[]
  readonly after?: readonly MenuEntry[]
}

export function RuleMenu(props: RuleMenuProps) {
  const t = useTranslations('rules-form.actions')
  const { rule, onAct } = props
  const disabledReason = useRuleDenied(rule)
  const remove = { id: 'delete', label: t('delete'), icon: 'trash', tone: 'danger', disabledReason } as const
  const groups = [
    useChangeGroup(props),
    useMuteGroup(props),
    useSendGroup(props),
    { id: 'remove', entries: [{ ...remove, onAction: () => onAct('delete') }] },
  ]
  return <RowMenu label={t('menu', { name: rule.name })} groups={groups} />
}

/** The reason why the viewer may not change a rule; undefined if they may. */
function useRuleDenied({ may_change: mayChange, condition: { kind } }: Rule): string | undefined {
  const t = useTranslations('rules-form')
  const roles = useTranslations('layout.roles')
  return mayChange
    ? undefined
    : t('denied', { kind, owner: roles('owner'), other: roles(kind === 'spend' ? 'finance' : 'compliance') })
}

const isTender = ({ condition }: Rule): boolean => condition.kind === 'tender'

function useChangeGroup({ rule, onAct, before = [] }: RuleMenuProps): MenuGroup {
  const t = useTranslations('rules-form.actions')
  const { enable } = useRuleChanges(rule)
  const disabledReason = useRuleDenied(rule)
  const { enabled } = rule
  const toggleItem = { id: 'enable', label: t(enabled ? 'disable' : 'enable'), disabledReason }
  const copy = { id: 'duplicate', label: t('duplicate'), icon: 'copy', onAction: () => onAct('duplicate') } as const
  return {
    // The id must differ from those of the entries: a duplicate would cut off the menu.
    id: 'change',
    entries: [
      ...before,
      { id: 'edit', label: t('edit'), icon: 'edit', disabledReason, onAction: () => onAct('edit') },
      // A tender rule of the team may be copied by users who may only save personal rules.
      ...(isTender(rule)
        ? [copy]
        : [
            { ...toggleItem, onAction: () => void enable(!enabled) },
            { ...copy, disabledReason },
          ]),
    ],
  }
}

const HOUR_MS = 3_600_000
const MORNING = 7

/** 07:00 in Warsaw, `days` days from today. */
const morningIn = (days: number): string =>
  atHour(addDays(warsawDay(new Date(serverNow())), days), MORNING).toISOString()

function useMuteGroup({ rule, onAct }: RuleMenuProps): MenuGroup {
  const t = useTranslations('rules-form.actions')
  const { mute } = useRuleChanges(rule)
  const disabledReason = useRuleDenied(rule)
  const entry = (id: 'muteHour' | 'muteDay' | 'muteWeek' | 'unmute', end: () => string | null) => ({
    id,
    label: t(id),
    disabledReason,
    onAction: () => void mute(end()),
  })
  const until = { id: 'muteUntil', label: t('muteUntil'), disabledReason, onAction: () => onAct('mute') }
  const choices = [
    entry('muteHour', () => new Date(serverNow() + HOUR_MS).toISOString()),
    entry('muteDay', () => morningIn(1)),
    entry('muteWeek', () => morningIn(7)),
    ...(isTender(rule) ? [until] : []),
  ]
  const isMuted = rule.muted_until !== null && Date.parse(rule.muted_until) > serverNow()
  return { id: 'mute', title: t('mute'), entries: isMuted ? [entry('unmute', () => null), ...choices] : choices }
}

function useSendGroup({ rule, hasSmtp, onAct, after = [] }: RuleMenuProps): MenuGroup {
  const t = useTranslations('rules-form')
  const test = useTestRule(rule.condition.kind)
  const denied = useRuleDenied(rule)
  const hasMailTargets = rule.targets.some(({ kind }) => kind !== 'channel')
  return {
    id: 'send',
    entries: [
      {
        id: 'test',
        label: t('actions.test'),
        disabledReason: denied ?? (hasSmtp || !hasMailTargets ? undefined : t('noSmtpShort')),
        onAction: () => test.mutate({ params: { id: rule.id } }),
      },
      { id: 'notices', label: t('actions.notices'), icon: 'clock', onAction: () => onAct('notices') },
      ...after,
    ],
  }
}
