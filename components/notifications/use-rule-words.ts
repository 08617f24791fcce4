'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useSpendWords } from '@/components/shared/rules/use-spend-words'
import { useCountValues } from '@/components/ui/use-count-values'
import type { ConditionOf, RuleCondition } from '@/lib/contract/panel/rule-conditions'
import type { RuleBody } from '@/lib/contract/panel/rules'
import { reportName, shortSourceName } from '@/lib/domain/events/sources'

type Times = Pick<RuleBody, 'timing' | 'digest_hour' | 'weekday' | 'working_days_only' | 'quiet'>
const weekdayKeys = ['0', '1', '2', '3', '4', '5', '6'] as const

const joined = (parts: readonly (string | false)[]): string =>
  parts.filter((part): part is string => part !== false && part !== '').join(' · ')

/** Rules in plain sentences. */
export function useRuleWords() {
  const whatOf = useConditionWords()
  const t = useTranslations('notifications.timing')
  const days = useTranslations('rule-form.weekdays')
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
  const t = useTranslations('notifications')
  const counted = useCountValues()
  return ({ points, budget_units: budget, tags, monitor_ids: monitors }) =>
    joined([
      t('risk.risen', { points }),
      tags.length > 0 && t('events.tags', { tags: tags.join(', ') }),
      monitors.length > 0 && t('events.monitors', counted(monitors.length)),
      t('risk.budget', counted(budget)),
    ])
}

function useClaimWords(): (condition: ConditionOf<'claim_deadline'>) => string {
  const t = useTranslations('notifications')
  return ({ days, tags }) =>
    joined([t('claims', { days }), tags.length > 0 && t('events.tags', { tags: tags.join(', ') })])
}

function useConditionWords(): (condition: RuleCondition) => string {
  const { whatOf } = useSpendWords()
  const monitoringOf = useMonitoringWords()
  return (condition) => (condition.kind === 'spend' ? whatOf(condition, condition.thresholds) : monitoringOf(condition))
}

function useMonitoringWords(): (condition: Exclude<RuleCondition, { kind: 'spend' }>) => string {
  const t = useTranslations('notifications')
  const counted = useCountValues()
  const riskOf = useRiskWords()
  const claimsOf = useClaimWords()
  const locale = useLocale()
  return (condition) => {
    if (condition.kind === 'claim_deadline') return claimsOf(condition)
    if (condition.kind === 'report') {
      const names = condition.sources.map((source) => reportName(source, locale)).join(', ')
      const what = condition.what === 'missing' ? t('report.missing') : t('report.expiring', { hours: condition.hours })
      return joined([what, names !== '' && t('report.sources', { sources: names })])
    }
    if (condition.kind === 'risk') return riskOf(condition)
    if (condition.kind === 'tender') return t('form.kinds.tender')
    if (condition.kind === 'tender_deadline') return t('offers', { days: condition.days })
    const { sources, announcements, tags, monitor_ids: monitors } = condition
    const names = sources.map((source) => shortSourceName(source, locale)).join(', ')
    const kinds = announcements.map((kind) => t(`announcements.${kind}`)).join(', ')
    return joined([
      names === '' ? t('events.all') : t('events.of', { sources: names }),
      kinds !== '' && t('events.announcements', { kinds }),
      tags.length > 0 && t('events.tags', { tags: tags.join(', ') }),
      monitors.length > 0 && t('events.monitors', counted(monitors.length)),
    ])
  }
}
