'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useRuleChanges } from '@/components/shared/rules/use-rule-changes'
import { useMuteGroup, useRuleDenied, useSendGroup } from '@/components/shared/rules/use-rule-groups'
import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import type { MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { RuleTrouble } from '@/lib/contract/panel/rule-troubles'
import type { Rule, ShownTarget } from '@/lib/contract/panel/rules'
import { formatDateTime } from '@/lib/domain/format/format'

import { useRuleWords } from './use-rule-words'

interface RulesTableProps extends RuleMenuActions {
  readonly rules: readonly Rule[]
  readonly hasSmtp: boolean
}

/** The rules, one a row. */
export function RulesTable({ rules, ...rest }: RulesTableProps) {
  const t = useTranslations('notifications')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.rule')}</HeaderCell>
        <HeaderCell>{t('columns.whom')}</HeaderCell>
        <HeaderCell>{t('columns.when')}</HeaderCell>
        <HeaderCell>{t('columns.last')}</HeaderCell>
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.actions')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} {...rest} />
        ))}
      </TableBody>
    </Table>
  )
}

interface RuleRowProps extends Omit<RulesTableProps, 'rules'> {
  readonly rule: Rule
}

/** On phones: name and menu, and below them the rest, one line each. */
function RuleRow({ rule, ...menu }: RuleRowProps) {
  const t = useTranslations('notifications')
  const { whatOf } = useRuleWords()
  return (
    <TableRow className="align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-start">
      <Cell className="max-w-96 font-medium max-sm:max-w-none">
        <span className="block break-words">{rule.name}</span>
        <span className="block text-sm font-normal break-words text-muted">{whatOf(rule.condition)}</span>
        <RuleTroubleLine trouble={rule.enabled ? rule.trouble : null} />
      </Cell>
      <Cell className="max-w-64 max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-2 max-sm:max-w-none">
        <span className="block text-sm text-muted">{t(rule.is_team ? 'team' : 'own')}</span>
        <Targets rule={rule} />
      </Cell>
      <Cell className="max-sm:col-span-2 max-sm:col-start-1">
        <When rule={rule} />
      </Cell>
      <Cell className="max-sm:col-span-2 max-sm:col-start-1 sm:whitespace-nowrap">
        {rule.last_sent_at === null ? (
          <span className="text-muted">{t('never')}</span>
        ) : (
          <Time instant={rule.last_sent_at} format="relative" />
        )}
      </Cell>
      <Cell isEnd className="max-sm:col-start-2 max-sm:row-start-1">
        <RuleMenu rule={rule} {...menu} />
      </Cell>
    </TableRow>
  )
}

function Targets({ rule: { targets, target_count: count } }: { readonly rule: Rule }) {
  const t = useTranslations('notifications')
  const nameOf = ({ kind, name, is_active: isActive }: ShownTarget): string => {
    if (isActive) return name ?? ''
    if (kind === 'channel') return name === null ? t('channelGone') : t('channelOff', { name })
    return t('gone', { name: name ?? t('goneUnnamed') })
  }
  // Whoever may not change it does not see its addresses.
  const hidden = count - targets.length
  if (count === 0) return <span className="text-muted">{t('nobody')}</span>
  return (
    <ul className="text-sm">
      {targets.map((target) => (
        <li key={`${target.kind} ${target.target}`} className="wrap-anywhere">
          {nameOf(target)}
        </li>
      ))}
      {hidden > 0 && (
        <li className="text-muted">{t(hidden === count ? 'hiddenTargets' : 'moreTargets', { count: hidden })}</li>
      )}
    </ul>
  )
}

function When({ rule }: { readonly rule: Rule }) {
  const t = useTranslations('notifications')
  const counted = useCountValues()
  const locale = useLocale()
  const now = useClock()
  const { whenOf } = useRuleWords()
  const { next_at: next, waiting, muted_until: muted, enabled } = rule
  const facts = [
    next !== null && rule.timing !== 'at_once' && t('next', { when: formatDateTime(next, locale) }),
    waiting > 0 && t('waiting', counted(waiting)),
  ].filter((part) => part !== false)
  return (
    <>
      {whenOf(rule)}
      {facts.length > 0 && <span className="block text-sm text-muted">{facts.join(' · ')}</span>}
      {!enabled && (
        <span className="block">
          <Badge tone="neutral">{t('off')}</Badge>
        </span>
      )}
      {enabled && muted !== null && Date.parse(muted) > now && (
        <span className="block">
          <Badge tone="warn" className="whitespace-normal">
            {t('muted', { when: formatDateTime(muted, locale) })}
          </Badge>
        </span>
      )}
    </>
  )
}

interface RuleMenuActions {
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
function RuleMenu(props: RuleMenuProps) {
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

/** What a rule has not looked at, since when and why. */
function RuleTroubleLine({ trouble }: { readonly trouble: RuleTrouble | null }) {
  const t = useTranslations('notifications.troubles')
  const counted = useCountValues()
  const locale = useLocale()
  if (trouble === null) return null
  const since = formatDateTime(trouble.since, locale)
  return (
    <span className="block pt-1 font-normal">
      <Badge tone="warn" className="whitespace-normal">
        {t('line', { since, why: t(`why.${trouble.code}`), ...counted(trouble.waiting) })}
      </Badge>
    </span>
  )
}
