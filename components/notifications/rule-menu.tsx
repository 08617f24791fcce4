'use client'

import { useTranslations } from 'use-intl'

import { useRuleChanges } from '@/components/shared/rules/use-rule-changes'
import { useMuteGroup, useRuleDenied, useSendGroup } from '@/components/shared/rules/use-rule-groups'
import type { MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import type { Rule } from '@/lib/contract/panel/rules'

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
  const { rule, hasSmtp, onNotices } = props
  const send = useSendGroup(rule, { hasSmtp, onNotices: () => onNotices(rule) })
  const groups = [useEditGroup(props), useMuteGroup(rule), send, useRemoveGroup(props)]
  return <RowMenu label={t('menu', { name: props.rule.name })} groups={groups} />
}

function useEditGroup({ rule, onEdit, onDuplicate }: RuleMenuProps): MenuGroup {
  const t = useTranslations('notifications.actions')
  const { enable } = useRuleChanges()
  const disabledReason = useRuleDenied(rule)
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

function useRemoveGroup({ rule, onDelete }: RuleMenuProps): MenuGroup {
  const t = useTranslations('notifications.actions')
  const entry = { id: 'delete', label: t('delete'), icon: 'trash', tone: 'danger' } as const
  return { id: 'remove', entries: [{ ...entry, disabledReason: useRuleDenied(rule), onAction: () => onDelete(rule) }] }
}
