'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { panelMutation, panelQuery } from '@/lib/client/queries'

import { PacksTable } from './packs-table'

/** Billing periods as they were frozen at their end: one PDF and one archive each. */
export function PacksCard() {
  const t = useTranslations('packs')
  const { allowed } = usePermission('packs.list')
  const packs = useQuery({ ...panelQuery('packs.list', {}), enabled: allowed })
  return (
    <Card labelledBy="packs-title">
      <CardHeader title={t('title')} titleId="packs-title" aside={<PreliminaryButton />} />
      {allowed ? (
        <QueryView
          query={packs}
          what={t('what')}
          skeleton={<SkeletonRows rows={2} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
        >
          {({ items }) => <PacksTable packs={items} />}
        </QueryView>
      ) : (
        <Denied />
      )}
    </Card>
  )
}

function PreliminaryButton() {
  const t = useTranslations('packs')
  const { reason } = usePermission('packs.create')
  const client = useQueryClient()
  const make = useMutation({
    ...panelMutation('packs.create'),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['panel', 'packs'] })
      toast.success(t('made'))
    },
    onError: () => toast.error(t('makeFailed')),
  })
  return (
    <Button size="sm" disabledReason={reason} isPending={make.isPending} onClick={() => make.mutate({})}>
      {t('make')}
    </Button>
  )
}

function Denied() {
  const t = useTranslations('packs')
  const layout = useTranslations('layout')
  const { role } = useViewer()
  return <p className="px-4 py-6 text-muted">{t('denied', { role: layout(`roles.${role}`) })}</p>
}
