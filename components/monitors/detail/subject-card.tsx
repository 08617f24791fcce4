'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'

type Monitor = OperationAnswer<'monitors.get'>
type Hit = OperationAnswer<'search.list'>['items'][number]

const statuses = ['active', 'liquidation', 'bankruptcy', 'restructuring', 'deregistered'] as const
type Status = (typeof statuses)[number]
const isStatus = (status: string): status is Status => statuses.some((known) => known === status)

/** Data from the free search for the number; persons are never looked up. */
export function SubjectCard({ monitor }: { readonly monitor: Monitor }) {
  const { identifier_type: type, identifier_value: value } = monitor
  return (type === 'krs' || type === 'nip') && value ? <SubjectSearch type={type} value={value} /> : null
}

function SubjectSearch({ type, value }: { readonly type: 'krs' | 'nip'; readonly value: string }) {
  const t = useTranslations('monitors-detail.subject')
  const searchQuery = useQuery(query('search.list', { query: { q: value, limit: 20 } }))
  return (
    <Card title={t('title')}>
      <QueryView
        query={searchQuery}
        skeleton={<SkeletonRows rows={4} />}
        contentName={t('what')}
        isEmpty={({ items }) => items.every((hit) => hit[type] !== value)}
        empty={<p className="px-4 py-3.5 text-muted">{t('none')}</p>}
      >
        {({ items }) => <Facts hit={items.find((hit) => hit[type] === value)} />}
      </QueryView>
    </Card>
  )
}

function Facts({ hit }: { readonly hit: Hit | undefined }) {
  const t = useTranslations('monitors-detail.subject')
  if (hit === undefined) return null
  const { name, krs, nip, regon, status } = hit
  return (
    <CardBody className="py-1.5">
      <DataList>
        <DataRow label={t('name')}>{name ?? t('unknown')}</DataRow>
        {krs && <DataRow label="KRS">{krs}</DataRow>}
        {nip && <DataRow label="NIP">{nip}</DataRow>}
        {regon && <DataRow label="REGON">{regon}</DataRow>}
        {status && <DataRow label={t('status')}>{isStatus(status) ? t(`statuses.${status}`) : status}</DataRow>}
      </DataList>
      <p className="pt-1 pb-2 text-sm text-muted">{t('note')}</p>
    </CardBody>
  )
}
