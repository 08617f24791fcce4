'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

const loadDialog = async () => (await import('./restore-dialog')).RestoreDialog
const RestoreDialog = lazyComponent(loadDialog)

export type DeletedFilter = PanelAnswer<'filterVersions.deleted'>['items'][number]

/** Lists deleted filters, each with a button to restore it; renders nothing if there are none. */
export function DeletedFilters() {
  const t = useTranslations('filters.deleted')
  const countValues = useCountValues()
  const { allowed } = usePermission('filterVersions.deleted')
  const { data } = useQuery({ ...panelQuery('filterVersions.deleted', {}), enabled: allowed, staleTime: 10_000 })
  const [chosen, setChosen] = useState<DeletedFilter>()
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card className="mt-4">
      <details>
        <summary className="cursor-pointer px-4 py-2.5 font-medium outline-offset-[-2px]">
          {t('title')}{' '}
          <span className="text-sm font-normal text-muted tabular">
            {countValues(data.items.length + data.more).count}
          </span>
        </summary>
        <ul aria-label={t('label')} className="divide-y border-t">
          {data.items.map((deleted) => (
            <DeletedItem key={deleted.filter_id} deleted={deleted} onRestore={() => setChosen(deleted)} />
          ))}
        </ul>
        {data.more > 0 && (
          <p className="border-t px-4 py-2.5 text-sm text-muted">{t('more', countValues(data.more))}</p>
        )}
      </details>
      {chosen !== undefined && <RestoreDialog deleted={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

function DeletedItem({ deleted, onRestore }: { readonly deleted: DeletedFilter; readonly onRestore: () => void }) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { reason } = usePermission('filters.create')
  const name = deleted.name === '' ? t('list.unnamed') : maskPesels(deleted.name)
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="text-sm break-words text-muted tabular">
          {t('list.items', countValues(deleted.item_count))} · {t('silent.deleted')}{' '}
          <Time instant={deleted.at} format="relative" />
          {deleted.by !== null && <span className="block truncate">{deleted.by}</span>}
        </p>
      </div>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={t('deleted.restoreOne', { name })}
        disabledReason={reason}
        onPointerEnter={() => preload(loadDialog)}
        onClick={onRestore}
      >
        {t('deleted.restore')}
      </Button>
    </li>
  )
}
