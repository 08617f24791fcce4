'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { saveFile } from '@/components/ui/save-file'
import { SkeletonRows } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { panelQuery } from '@/lib/client/queries'
import type { CapChange } from '@/lib/contract/panel/spend-cap'
import { capChangesCsv } from '@/lib/domain/usage-file'

import { CapHistoryTable } from './cap-history-table'

/** Another owner's change, and one made outside, show within a minute. */
const REFRESH_MS = 60_000

/** Who changed the cap, when, why, and what was spent then. */
export function CapHistoryCard() {
  const t = useTranslations('spend-cap.history')
  const history = useQuery({ ...panelQuery('spendCap.history', {}), refetchInterval: REFRESH_MS })
  const items = history.data?.items ?? []
  return (
    <Card labelledBy="history-title">
      <CardHeader
        title={t('title')}
        titleId="history-title"
        aside={items.length > 0 && <SaveButtons changes={items} />}
      />
      <QueryView
        query={history}
        what={t('what')}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={(data) => data.items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {(data) => <CapHistoryTable changes={data.items} />}
      </QueryView>
    </Card>
  )
}

/** One name whatever the language of the panel, as for the files of usage. */
const FILE_NAME = 'historia-limitu'

function SaveButtons({ changes }: { readonly changes: readonly CapChange[] }) {
  const t = useTranslations('spend-cap.history')
  const saveCsv = () =>
    saveFile(`${FILE_NAME}.csv`, new Blob([capChangesCsv(changes)], { type: 'text/csv;charset=utf-8' }))
  const saveXlsx = async () => {
    try {
      const { capChangesXlsx } = await import('./cap-history-xlsx')
      saveFile(`${FILE_NAME}.xlsx`, await capChangesXlsx(changes))
    } catch {
      toast.error(t('xlsxFailed'))
    }
  }
  return (
    <span className="flex gap-2">
      <Button size="sm" aria-label={t('csvLabel')} onClick={saveCsv}>
        <Icon name="download" />
        {t('csv')}
      </Button>
      <Button size="sm" aria-label={t('xlsxLabel')} onClick={() => void saveXlsx()}>
        <Icon name="download" />
        {t('xlsx')}
      </Button>
    </span>
  )
}
