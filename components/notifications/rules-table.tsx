'use client'

import { useLocale, useTranslations } from 'use-intl'

import { type RuleAct, RuleMenu } from '@/components/shared/rules/rule-menu'
import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { RuleTrouble } from '@/lib/contract/panel/rule-troubles'
import type { Rule, ShownTarget } from '@/lib/contract/panel/rules'
import { formatDateTime } from '@/lib/domain/format/format'

import { ruleColumns, ruleRowClass } from './columns'
import { useRuleWords } from './use-rule-words'

interface RulesTableProps {
  readonly rules: readonly Rule[]
  readonly hasSmtp: boolean
  readonly onAct: (act: RuleAct, rule: Rule) => void
}

/** The rules, one a row. */
export function RulesTable({ rules, hasSmtp, onAct }: RulesTableProps) {
  const t = useTranslations('notifications')
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
