'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { formatDateTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { concernsMonitor } from './rules-of-monitor'

interface RulesCardProps {
  readonly monitor: OperationAnswer<'monitors.get'>
  readonly title: string
}

/** Lists the notification rules that cover the monitor. */
export function RulesCard({ monitor, title }: RulesCardProps) {
  const t = useTranslations('monitors-detail.rules')
  const rules = useQuery(panelQuery('rules.list', {}))
  const covering = ({ items }: { readonly items: readonly Rule[] }) =>
    items.filter(({ condition }) => concernsMonitor(condition, monitor))
  return (
    <Card title={title}>
      <QueryView
        query={rules}
        skeleton={<SkeletonRows rows={2} />}
        contentName={t('what')}
        isEmpty={(answer) => covering(answer).length === 0}
        empty={<p className="px-4 py-3.5 text-muted">{t('empty')}</p>}
      >
        {(answer) => (
          <ul className="divide-y">
            {covering(answer).map((rule) => (
              <RuleLine key={rule.id} rule={rule} />
            ))}
          </ul>
        )}
      </QueryView>
      <p className="border-t px-4 py-2.5">
        <Link href={routes.notifications} className="underline underline-offset-2">
          {t('all')}
        </Link>
      </p>
    </Card>
  )
}

function RuleLine({ rule: { name, is_team: isTeam, enabled, muted_until: muted } }: { readonly rule: Rule }) {
  const t = useTranslations('monitors-detail.rules')
  const locale = useLocale()
  const now = useClock()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2.5">
      <span className="min-w-0 break-words">{name}</span>
      <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
        {t(isTeam ? 'team' : 'own')}
        {!enabled && <Badge tone="neutral">{t('off')}</Badge>}
        {enabled && muted !== null && Date.parse(muted) > now && (
          <Badge tone="warn">{t('muted', { when: formatDateTime(muted, locale) })}</Badge>
        )}
      </span>
    </li>
  )
}
