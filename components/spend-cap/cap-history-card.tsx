'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useSaveTable } from '@/components/shared/use-save-table'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FileButton } from '@/components/ui/inputs/file-button'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { panelQuery } from '@/lib/client/queries'
import type { CapChange } from '@/lib/contract/panel/spend-cap'

import { capColumns, CapHistoryTable } from './cap-history-table'

/** Another owner's change, and one made outside, show as soon as they do in the meter. */
const REFRESH_MS = 30_000

interface CapHistoryCardProps {
  /** The plan sells nothing above its units: then only a past with changes is shown. */
  readonly isWithoutOverage: boolean
}

/** Who changed the cap, when, why, and what was spent then. */
export function CapHistoryCard({ isWithoutOverage }: CapHistoryCardProps) {
  const t = useTranslations('spend-cap.history')
  const history = useQuery({ ...panelQuery('spendCap.history', {}), refetchInterval: REFRESH_MS })
  const items = history.data?.items ?? []
  if (isWithoutOverage && history.isSuccess && items.length === 0) return null
  return (
    <Card title={t('title')} titleId="history-title" aside={items.length > 0 && <SaveButtons changes={items} />}>
      <QueryView
        query={history}
        what={t('what')}
        skeleton={<ResourceTableSkeleton columns={capColumns} rows={3} />}
        isEmpty={(data) => data.items.length === 0 && (data.start ?? null) === null}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <CapHistoryTable changes={data.items} start={data.start ?? null} />}
      </QueryView>
    </Card>
  )
}

/** One name whatever the language of the panel, as for the files of usage. */
const FILE_NAME = 'historia-limitu'

function SaveButtons({ changes }: { readonly changes: readonly CapChange[] }) {
  const t = useTranslations('spend-cap.history')
  const { save, isSaving } = useSaveTable()
  const makeTables = async () => {
    const { capChangesTable } = await import('@/lib/domain/files/usage-file')
    return [capChangesTable(changes)]
  }
  const formats = ['csv', 'xlsx'] as const
  return (
    <span className="flex gap-2">
      {formats.map((format) => (
        <FileButton
          key={format}
          format={format}
          of={t('file')}
          isPending={isSaving}
          onClick={() => void save({ name: `${FILE_NAME}.${format}`, format, makeTables })}
        />
      ))}
    </span>
  )
}
