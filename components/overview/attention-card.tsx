'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { AttentionItem, AttentionKind } from '@/lib/features/attention/contract'

import { attentionPath } from './attention-path'
import { ListSkeleton } from './overview-skeletons'

const REFRESH_MS = 60_000

export const useAttention = () => useQuery({ ...panelQuery('attention.get', {}), refetchInterval: REFRESH_MS })

/** Things that may cost money or a right if they wait. */
const GRAVE: readonly AttentionKind[] = ['urgent_events', 'claims', 'event_reading']

/** What needs attention now, a line for each kind with a link to these things; one calm line if nothing does. */
export function AttentionCard() {
  const t = useTranslations('overview.attention')
  const { isInactive = false } = useAccountFacts()
  const attention = useAttention()
  // An inactive account reads no events, which the headline says, so it is not calm either.
  const shownOf = (items: readonly AttentionItem[]) =>
    items.filter(({ kind }) => !isInactive || kind !== 'event_reading')
  if (isInactive && shownOf(attention.data?.items ?? []).length === 0) return null
  return (
    <Card title={t('title')}>
      <QueryView query={attention} skeleton={<ListSkeleton rows={2} />} contentName={t('what')}>
        {({ items }) => <AttentionList items={shownOf(items)} />}
      </QueryView>
    </Card>
  )
}

function AttentionList({ items }: { readonly items: readonly AttentionItem[] }) {
  const t = useTranslations('overview.attention')
  if (items.length === 0)
    return (
      <p className="flex items-center gap-2.5 px-4 py-3 text-muted">
        <Icon name="check" />
        {t('nothing')}
      </p>
    )
  return (
    <ul className="divide-y">
      {items.map((item) => (
        <AttentionRow key={item.kind} item={item} />
      ))}
    </ul>
  )
}

function AttentionRow({ item }: { readonly item: AttentionItem }) {
  const t = useTranslations('overview.attention.kinds')
  const countValues = useCountValues()
  const isGrave = GRAVE.includes(item.kind)
  return (
    <li>
      <Link
        href={asRoute(attentionPath(item))}
        prefetch={false}
        className="flex items-center gap-2.5 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
      >
        <Icon name="alert" className={classNames('shrink-0', isGrave ? 'text-danger-mark' : 'text-warn')} />
        <span className="min-w-0 flex-1">{t(item.kind, countValues(item.count))}</span>
        <Icon name="chevron-right" size={14} className="shrink-0 text-muted" />
      </Link>
    </li>
  )
}
