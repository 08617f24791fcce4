'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Card, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/inputs/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { type VatPercent, vatPercents } from '@/lib/domain/usage/vat'

import { MakePack } from './make-pack'
import { PacksTable } from './packs-table'

const NET = 'net'

/** Whether statements show VAT and gross amounts beside the net ones. Whoever may see them chooses. */
function VatField({ percent }: { readonly percent: VatPercent | null }) {
  const t = useTranslations('packs.vat')
  const { allowed } = usePermission('packs.setVat')
  const save = useAction('packs.setVat', { done: t('saved'), failed: (reason) => t('failed', { reason }) })
  const textOf = (value: VatPercent | null) => (value === null ? t('net') : t('gross', { percent: value }))
  if (!allowed)
    return (
      <p className="border-t px-4 py-2.5 text-sm text-muted">
        {t('label')}: {textOf(percent)}.
      </p>
    )
  const choose = (text: string) =>
    save.mutate({ body: { vat_percent: vatPercents.find((each) => String(each) === text) ?? null } })
  return (
    <div className="border-t px-4 py-3 [&>*]:max-w-md">
      <Select
        label={t('label')}
        hint={t('hint')}
        value={percent === null ? NET : String(percent)}
        disabled={save.isPending}
        onChange={(event) => choose(event.target.value)}
        options={[null, ...vatPercents].map((value) => ({ value: String(value ?? NET), label: textOf(value) }))}
      />
    </div>
  )
}

/** Billing periods as they were frozen at their end: one PDF and one archive each. */
export function PacksCard() {
  const t = useTranslations('packs')
  const { allowed } = usePermission('packs.list')
  const packs = useQuery({ ...panelQuery('packs.list', {}), enabled: allowed })
  return (
    <Card labelledBy="packs-title">
      <CardHeader
        title={t('title')}
        titleId="packs-title"
        aside={allowed && <MakePack packs={packs.data?.items ?? []} />}
      />
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
      {packs.data && <VatField percent={packs.data.vat_percent} />}
      {packs.data?.signing_key && <SigningKey value={packs.data.signing_key} />}
    </Card>
  )
}

/** To be kept with the books: whoever checks an archive may not take the key out of that archive. */
function SigningKey({ value }: { readonly value: string }) {
  const t = useTranslations('packs')
  return (
    <p className="border-t px-4 py-2.5 text-sm text-muted">
      {t('signingKey')} <code className="font-mono break-all">{value}</code> <CopyButton value={value} iconOnly />
    </p>
  )
}

function Denied() {
  const t = useTranslations('packs')
  const layout = useTranslations('layout')
  const { role } = useViewer()
  return <p className="px-4 py-6 text-muted">{t('denied', { role: layout(`roles.${role}`) })}</p>
}
