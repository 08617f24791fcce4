'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { keepFocus } from '@/components/ui/keep-focus'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'

import { draftMemory } from '../draft/draft-memory'
import { MonitorLinks } from '../filter-monitors'
import { useMonitorsOfFilter } from '../use-monitors-of-filter'
import { openFilter } from '../use-selected-filter'

interface DeleteFilterProps {
  readonly id: string
  readonly name: string
  readonly memoryKey: string
  /** How many numbers of persons it holds. */
  readonly persons: number
}

/** Which monitors fall silent, by name. */
function Consequence({ id }: { readonly id: string }) {
  const t = useTranslations('filters.delete')
  const counted = useCountValues()
  const { data, isPending } = useMonitorsOfFilter(id)
  if (isPending) return <p>{t('counting')}</p>
  if (data === undefined) return <p>{t('monitorsUnknown')}</p>
  return (
    <>
      <p>{data.isWhole ? t('monitors', counted(data.monitors.length)) : t('monitorsUnknown')}</p>
      {data.monitors.length > 0 && <MonitorLinks found={data} />}
    </>
  )
}

/** Where the next filter is found; without any, the top of the page. */
const findList = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main input[type="search"]') ?? document.querySelector<HTMLElement>('main')

/** Deleting, with its consequence in words before it happens (interface 4.6). */
export function DeleteFilter({ id, name, memoryKey, persons }: DeleteFilterProps) {
  const t = useTranslations('filters.delete')
  const counted = useCountValues()
  const client = useQueryClient()
  const toText = useFailureText()
  const permission = usePermission('filters.delete')
  const remove = useAction('filters.delete')
  const leaveFilter = () => {
    draftMemory.forget(memoryKey)
    openFilter(undefined)
    client.setQueryData(query('filters.list', { query: {} }).queryKey, (list) =>
      list === undefined ? undefined : { ...list, items: list.items.filter((item) => item.id !== id) },
    )
    keepFocus(findList)
  }
  return (
    <DeleteDialog
      title={t('title', { name })}
      confirmLabel={t('confirm')}
      onDelete={() => remove.mutateAsync({ params: { filter_id: id } })}
      onDone={leaveFilter}
      done={t('done', { name })}
      failed={(error) => t('failed', { reason: toText(error) })}
      button={{ disabledReason: permission.reason, children: t('action') }}
    >
      <p>{t('text')}</p>
      {persons > 0 && <p>{t('persons', counted(persons))}</p>}
      <div role="status" className="mt-2">
        <Consequence id={id} />
      </div>
    </DeleteDialog>
  )
}
