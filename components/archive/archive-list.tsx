'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useFailureText } from '@/components/layout/use-failure-text'
import { PurposeDialogHost, usePurpose } from '@/components/shared/purpose/purpose'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import { Select } from '@/components/ui/inputs/select'
import { toast } from '@/components/ui/overlay/toast'
import { ResourceTable, ResourceTableSkeleton } from '@/components/ui/resource-table'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { reportName, reportSources, type ReportSource } from '@/lib/domain/events/sources'
import { archivedStates, type ArchivedState } from '@/lib/features/archive/domain/archive'

import { ARCHIVE_PAGE } from './archive-queries'
import { archivedColumns, useArchivedCells } from './archived-cells'

const REFRESH_MS = 15_000
const MAX_REPORTS = 200

type ReportFilter = {
  readonly source: ReportSource | ''
  readonly state: ArchivedState | ''
  readonly from: string
  readonly to: string
}
const emptyFilter: ReportFilter = { source: '', state: '', from: '', to: '' }

function useReports(filter: ReportFilter, limit: number) {
  const isInOrder = filter.from === '' || filter.to === '' || filter.from <= filter.to
  const query = {
    limit,
    ...(filter.source !== '' && { source: filter.source }),
    ...(filter.state !== '' && { state: filter.state }),
    ...(filter.from !== '' && { date_from: filter.from }),
    ...(filter.to !== '' && isInOrder && { date_to: filter.to }),
  }
  return useQuery({
    ...panelQuery('archive.list', { query }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** Asks for the purpose of downloading a file with personal data, unless one was given in this session. */
function useDownloadPurpose() {
  const t = useTranslations('archive.list')
  const toText = useFailureText()
  const purpose = usePurpose()
  const confirmDownload = async (): Promise<boolean> => {
    try {
      return await purpose.ensure()
    } catch (error) {
      toast.error(t('notTaken', { reason: toText(error) }))
      return false
    }
  }
  return { purpose, confirmDownload }
}

export function ArchiveList() {
  const t = useTranslations('archive.list')
  const countValues = useCountValues()
  const [filter, setFilter] = useState(emptyFilter)
  const [limit, setLimit] = useState(ARCHIVE_PAGE)
  const reports = useReports(filter, limit)
  const download = useDownloadPurpose()
  const cells = useArchivedCells(download.confirmDownload)
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return (
    <Card
      title={t('title')}
      aside={reports.data && <span role="status">{t('count', countValues(reports.data.total))}</span>}
    >
      <p className="border-b px-4 py-2 text-sm text-muted">{t('personal')}</p>
      <ReportFilterFields filter={filter} onChange={setFilter} />
      <QueryView
        query={reports}
        contentName={t('what')}
        skeleton={<ResourceTableSkeleton columns={archivedColumns} rows={8} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t(isFiltered ? 'narrowed' : 'empty')} />}
      >
        {({ items, next_cursor: next }) => (
          <>
            <div className="scroll-x">
              <ResourceTable
                label={t('title')}
                columns={archivedColumns}
                nameOf={t}
                rows={items}
                keyOf={({ id }) => id}
                cells={cells}
              />
            </div>
            {next !== null && limit < MAX_REPORTS && (
              <div className="border-t px-4 py-2">
                <Button size="sm" isPending={reports.isPlaceholderData} onClick={() => setLimit(MAX_REPORTS)}>
                  {t('more')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
      <PurposeDialogHost question={download.purpose} />
    </Card>
  )
}

interface ReportFilterFieldsProps {
  readonly filter: ReportFilter
  readonly onChange: (filter: ReportFilter) => void
}

function ReportFilterFields({ filter, onChange }: ReportFilterFieldsProps) {
  const t = useTranslations('archive.list')
  const words = useTranslations('archive.report')
  const locale = useLocale()
  const set = (change: Partial<ReportFilter>) => onChange({ ...filter, ...change })
  return (
    <div className="grid grid-cols-2 gap-3 border-b px-4 py-3 lg:grid-cols-4">
      <Select
        label={t('source')}
        value={filter.source}
        options={[
          { value: '', label: t('all') },
          ...reportSources.map((value) => ({ value, label: reportName(value, locale) })),
        ]}
        onChange={({ target: { value } }) => set({ source: reportSources.find((each) => each === value) ?? '' })}
      />
      <Select
        label={t('state')}
        value={filter.state}
        options={[{ value: '', label: t('all') }, ...archivedStates.map((value) => ({ value, label: words(value) }))]}
        onChange={({ target: { value } }) => set({ state: archivedStates.find((each) => each === value) ?? '' })}
      />
      <div className="col-span-2">
        <DateRangeFieldLazy
          label={t('days')}
          value={{ from: filter.from || null, to: filter.to || null }}
          onChange={({ from, to }) => set({ from: from ?? '', to: to ?? '' })}
        />
      </div>
    </div>
  )
}
