'use client'

import { useLocale, useTranslations } from 'use-intl'

import { type RuleAction, RuleMenu } from '@/components/shared/rules/rule-menu'
import { useSpendWords } from '@/components/shared/rules/use-spend-words'
import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { reportName, shortSourceName } from '@/lib/domain/events/sources'
import { formatDateTime } from '@/lib/domain/format/format'
import type { ConditionOf, RuleCondition } from '@/lib/features/rules/contract/conditions'
import type { Rule, ShownTarget, RuleBody } from '@/lib/features/rules/contract/rules'
import type { RuleTrouble } from '@/lib/features/rules/contract/troubles'
import { isNearBudget } from '@/lib/features/rules/domain/risk-budget'

import { ruleColumns, ruleRowClass } from './columns'

type Times = Pick<RuleBody, 'timing' | 'digest_hour' | 'weekday' | 'working_days_only' | 'quiet'>
const weekdayKeys = ['0', '1', '2', '3', '4', '5', '6'] as const

const joined = (parts: readonly (string | false)[]): string =>
  parts.filter((part): part is string => part !== false && part !== '').join(' · ')

function useRuleWords() {
  const whatOf = useConditionWords()
  const t = useTranslations('rules.timing')
  const days = useTranslations('rules-form.weekdays')
  const whenOf = ({ timing, digest_hour: hour, weekday, working_days_only: isWorking, quiet }: Times): string => {
    const day = days(weekdayKeys[weekday] ?? '1')
    const base =
      timing === 'weekly'
        ? t('weekly', { weekday: day, hour })
        : timing === 'daily'
          ? t(isWorking ? 'dailyWorking' : 'daily', { hour })
          : t(timing)
    return joined([base, isWorking && timing !== 'daily' && t('working'), quiet !== null && t('quiet', quiet)])
  }
  return { whatOf, whenOf }
}

function useRiskWords(): (condition: ConditionOf<'risk'>) => string {
  const t = useTranslations('rules')
  const countValues = useCountValues()
  return ({ points, budget_units: budget, tags, monitor_ids: monitors }) =>
    joined([
      t('risk.risen', { points }),
      tags.length > 0 && t('events.tags', { tags: tags.join(', ') }),
      monitors.length > 0 && t('events.monitors', countValues(monitors.length)),
      t('risk.budget', countValues(budget)),
    ])
}

function useClaimWords(): (condition: ConditionOf<'claim_deadline'>) => string {
  const t = useTranslations('rules')
  return ({ days, tags }) =>
    joined([t('claims', { days }), tags.length > 0 && t('events.tags', { tags: tags.join(', ') })])
}

function useConditionWords(): (condition: RuleCondition) => string {
  const { whatOf } = useSpendWords()
  const monitoringOf = useMonitoringWords()
  return (condition) => (condition.kind === 'spend' ? whatOf(condition, condition.thresholds) : monitoringOf(condition))
}

function useMonitoringWords(): (condition: Exclude<RuleCondition, { kind: 'spend' }>) => string {
  const t = useTranslations('rules')
  const kindOf = useTranslations('event-kinds')
  const countValues = useCountValues()
  const riskOf = useRiskWords()
  const claimsOf = useClaimWords()
  const locale = useLocale()
  return (condition) => {
    if (condition.kind === 'claim_deadline') return claimsOf(condition)
    if (condition.kind === 'report') {
      const names = condition.sources.map((source) => reportName(source, locale)).join(', ')
      const conditionText =
        condition.what === 'missing' ? t('report.missing') : t('report.expiring', { hours: condition.hours })
      return joined([conditionText, names !== '' && t('report.sources', { sources: names })])
    }
    if (condition.kind === 'risk') return riskOf(condition)
    if (condition.kind === 'tender') return t('form.kinds.tender')
    if (condition.kind === 'tender_deadline') return t('offers', { days: condition.days })
    const { sources, announcements, tags, monitor_ids: monitors } = condition
    const names = sources.map((source) => shortSourceName(source, locale)).join(', ')
    const kinds = announcements.map((kind) => kindOf(`kinds.${kind}`)).join(', ')
    return joined([
      names === '' ? t('events.all') : t('events.of', { sources: names }),
      kinds !== '' && t('events.announcements', { kinds }),
      tags.length > 0 && t('events.tags', { tags: tags.join(', ') }),
      monitors.length > 0 && t('events.monitors', countValues(monitors.length)),
    ])
  }
}

interface RulesTableProps {
  readonly rules: readonly Rule[]
  readonly hasSmtp: boolean
  readonly onAct: (act: RuleAction, rule: Rule) => void
}

export function RulesTable({ rules, hasSmtp, onAct }: RulesTableProps) {
  const t = useTranslations('rules')
  const { whatOf } = useRuleWords()
  return (
    <ResourceTable
      label={t('title')}
      columns={ruleColumns}
      nameOf={(id) => t(`columns.${id}`)}
      rows={rules}
      keyOf={({ id }) => id}
      row={{ className: ruleRowClass }}
      cells={(rule) => ({
        rule: (
          <>
            <span className="block break-words">{rule.name}</span>
            <span className="block text-sm font-normal break-words text-muted">{whatOf(rule.condition)}</span>
            <UsedBudget rule={rule} />
            <RuleTroubleLine trouble={rule.enabled ? rule.trouble : null} />
          </>
        ),
        whom: (
          <>
            <span className="block text-sm text-muted">{t(rule.is_team ? 'team' : 'own')}</span>
            <Targets rule={rule} />
          </>
        ),
        when: <When rule={rule} />,
        last:
          rule.last_sent_at === null ? (
            <span className="text-muted">{t('never')}</span>
          ) : (
            <Time instant={rule.last_sent_at} format="relative" />
          ),
        actions: <RuleMenu rule={rule} hasSmtp={hasSmtp} onAct={(act) => onAct(act, rule)} />,
      })}
    />
  )
}

function Targets({ rule: { targets, target_count: count } }: { readonly rule: Rule }) {
  const t = useTranslations('rules')
  const nameOf = ({ kind, name, is_active: isActive }: ShownTarget): string => {
    if (isActive) return name ?? ''
    if (kind === 'channel') return name === null ? t('channelGone') : t('channelOff', { name })
    return t('gone', { name: name ?? t('goneUnnamed') })
  }
  // Users who may not change the rule do not see its addresses.
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
  const t = useTranslations('rules')
  const countValues = useCountValues()
  const locale = useLocale()
  const now = useClock()
  const { whenOf } = useRuleWords()
  const { next_at: next, waiting, muted_until: muted, enabled } = rule
  const facts = [
    next !== null && rule.timing !== 'at_once' && t('next', { when: formatDateTime(next, locale) }),
    waiting > 0 && t('waiting', countValues(waiting)),
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

/** What the month has used of a rule's budget; marked when the rule is about to stop reading. */
function UsedBudget({ rule: { condition, used_units: used } }: { readonly rule: Rule }) {
  const t = useTranslations('rules.risk')
  const countValues = useCountValues()
  if (condition.kind !== 'risk' || used === null) return null
  const text = t('used', countValues(used))
  return (
    <span className="block text-sm font-normal text-muted">
      {isNearBudget(used, condition.budget_units) ? <Badge tone="warn">{text}</Badge> : text}
    </span>
  )
}

/** What a rule could not check, since when and why. */
function RuleTroubleLine({ trouble }: { readonly trouble: RuleTrouble | null }) {
  const t = useTranslations('rules.troubles')
  const countValues = useCountValues()
  const locale = useLocale()
  if (trouble === null) return null
  const since = formatDateTime(trouble.since, locale)
  return (
    <span className="block pt-1 font-normal">
      <Badge tone="warn" className="whitespace-normal">
        {t('line', { since, why: t(`why.${trouble.code}`), ...countValues(trouble.waiting) })}
      </Badge>
    </span>
  )
}
