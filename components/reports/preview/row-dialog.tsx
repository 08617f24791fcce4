'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { PreviewRow } from '@/lib/features/report-preview/contract'

import { useColumnWords } from './use-column-words'

interface RowDialogProps {
  readonly reportId: string
  readonly row: PreviewRow
  readonly showsNames: boolean
  readonly onClose: () => void
}

export function RowDialog({ reportId, row, showsNames, onClose }: RowDialogProps) {
  const t = useTranslations('report-preview.row')
  const faults = useTranslations('report-preview.faults')
  const locale = useLocale()
  return (
    <Dialog title={t('title', { row: formatInteger(row.row, locale) })} onClose={onClose} size="lg">
      {row.fault === undefined ? (
        <RowFields reportId={reportId} place={row.place} showsNames={showsNames} />
      ) : (
        <p>{faults(row.fault)}</p>
      )}
    </Dialog>
  )
}

interface RowFieldsProps extends Pick<RowDialogProps, 'reportId' | 'showsNames'> {
  readonly place: string
}

function RowFields({ reportId, place, showsNames }: RowFieldsProps) {
  const t = useTranslations('report-preview.row')
  const words = useColumnWords()
  const query = { place, ...(showsNames && { persons: 'shown' as const }) }
  const fields = useQuery(panelQuery('reportPreview.row', { params: { report_id: reportId }, query }))
  return (
    <QueryView query={fields} contentName={t('what')} skeleton={<SkeletonRows rows={12} />}>
      {({ fields: all }) => (
        <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(9rem,auto)_1fr]">
          {all.map(({ name, value, is_cut: isCut }) => (
            <div key={name} className="contents max-sm:block">
              <dt className="text-sm break-words text-muted">{words(name)}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">
                {value === null || value === '' ? (
                  <span className="text-muted">{t('empty')}</span>
                ) : (
                  <span lang="pl">{value}</span>
                )}
                {isCut && <span className="block text-sm text-muted">{t('cut')}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </QueryView>
  )
}
