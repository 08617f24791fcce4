'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { Spender } from '@/lib/features/account-settings/contract'

/**
 * Automatic spenders, listed where a changed permission or cap stops them. Renders nothing for users who may change
 * neither.
 */
export function SpendersList() {
  const t = useTranslations('spenders')
  const { allowed } = usePermission('accountSettings.spenders')
  const { data } = useQuery({ ...panelQuery('accountSettings.spenders', {}), enabled: allowed })
  if (data === undefined) return null
  if (data.items.length === 0) return <p className="text-sm text-muted">{t('none')}</p>
  return (
    <div className="space-y-1 text-sm">
      <p className="font-medium">{t('title')}</p>
      <ul className="divide-y">
        {data.items.map((item) => (
          <SpenderRow key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
    </div>
  )
}

function SpenderRow({
  item: { kind, name, payer, may_spend: maySpend, budget_units: budget },
}: {
  readonly item: Spender
}) {
  const t = useTranslations('spenders')
  const locale = useLocale()
  const facts = [
    payer === null ? undefined : t('payer', { payer }),
    budget === null ? undefined : t('budget', { count: budget, n: formatInteger(budget, locale) }),
  ]
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-1.5">
      <span className="break-words">
        {t(`kinds.${kind}`)}
        {name === null ? '' : `: ${name}`}
      </span>
      <span className="text-muted">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
      {!maySpend && <Badge tone="warn">{t('stopped')}</Badge>}
    </li>
  )
}
