'use client'

import { useTranslations } from 'use-intl'

import type { MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import type { Rule } from '@/lib/contract/panel/rules'
import { addDays, atHour, warsawDay } from '@/lib/domain/calendar'
import { serverNow } from '@/lib/domain/server-clock'

import { useRuleChanges, useTestRule } from './use-rule-changes'

export interface RuleMenuActions {
  readonly onEdit: (rule: Rule) => void
  readonly onDuplicate: (rule: Rule) => void
  readonly onNotices: (rule: Rule) => void
  readonly onDelete: (rule: Rule) => void
}

interface RuleMenuProps extends RuleMenuActions {
  readonly rule: Rule
  readonly hasSmtp: boolean
}

/** Everything that can be done with one rule. */
export function RuleMenu(props: RuleMenuProps) {
  const t = useTranslations('notifications.actions')
  const groups = [useEditGroup(props), useMuteGroup(props), useSendGroup(props), useRemoveGroup(props)]
  return <RowMenu label={t('menu', { name: props.rule.name })} groups={groups} />
}

/** Why the viewer may not change a rule; undefined where they may. */
function useDenied({ may_change: mayChange, condition: { kind } }: Rule): string | undefined {
  const t = useTranslations('notifications')
  const roles = useTranslations('layout.roles')
  return mayChange
    ? undefined
    : t('denied', { owner: roles('owner'), other: roles(kind === 'spend' ? 'finance' : 'compliance') })
}

function useEditGroup({ rule, onEdit, onDuplicate }: RuleMenuProps): MenuGroup {
  const t = useTranslations('notifications.actions')
  const { enable } = useRuleChanges()
  const disabledReason = useDenied(rule)
  return {
    // No group is called like an entry: the menu would end with it.
    id: 'change',
    entries: [
      { id: 'edit', label: t('edit'), icon: 'edit', disabledReason, onAction: () => onEdit(rule) },
      {
        id: 'enable',
        label: t(rule.enabled ? 'disable' : 'enable'),
        disabledReason,
        onAction: () => void enable(rule, !rule.enabled),
      },
      { id: 'duplicate', label: t('duplicate'), icon: 'copy', disabledReason, onAction: () => onDuplicate(rule) },
    ],
  }
}

const HOUR_MS = 3_600_000
const MORNING = 7

/** Seven in the morning in Warsaw, so many days from today. */
const morningIn = (days: number): string =>
  atHour(addDays(warsawDay(new Date(serverNow())), days), MORNING).toISOString()

function useMuteGroup({ rule }: RuleMenuProps): MenuGroup {
  const t = useTranslations('notifications.actions')
  const { mute } = useRuleChanges()
  const disabledReason = useDenied(rule)
  const entry = (id: 'muteHour' | 'muteDay' | 'muteWeek' | 'unmute', until: () => string | null) => ({
    id,
    label: t(id),
    disabledReason,
    onAction: () => void mute(rule, until()),
  })
  const choices = [
    entry('muteHour', () => new Date(serverNow() + HOUR_MS).toISOString()),
    entry('muteDay', () => morningIn(1)),
    entry('muteWeek', () => morningIn(7)),
  ]
  const isMuted = rule.muted_until !== null && Date.parse(rule.muted_until) > serverNow()
  return { id: 'mute', title: t('mute'), entries: isMuted ? [entry('unmute', () => null), ...choices] : choices }
}

function useSendGroup({ rule, hasSmtp, onNotices }: RuleMenuProps): MenuGroup {
  const t = useTranslations('notifications')
  const test = useTestRule()
  const denied = useDenied(rule)
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
      { id: 'notices', label: t('actions.notices'), icon: 'clock', onAction: () => onNotices(rule) },
    ],
  }
}

function useRemoveGroup({ rule, onDelete }: RuleMenuProps): MenuGroup {
  const t = useTranslations('notifications.actions')
  const entry = { id: 'delete', label: t('delete'), icon: 'trash', tone: 'danger' } as const
  return { id: 'remove', entries: [{ ...entry, disabledReason: useDenied(rule), onAction: () => onDelete(rule) }] }
}
