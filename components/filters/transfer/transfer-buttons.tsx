'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { query } from '@/lib/client/queries'

import type { FilterEdit } from '../editor/use-filter-draft'

const loadExport = async () => (await import('./export/filter-export-dialog')).FilterExportDialog
const FilterExportDialog = lazyComponent(loadExport)
const loadImport = async () => (await import('./import/filter-import-dialog')).FilterImportDialog
const FilterImportDialog = lazyComponent(loadImport)

export function FilterExportButton({ edit: { base, diff } }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.export')
  const { reason } = usePermission('filters.recordExport')
  if (base === undefined) return null
  return (
    <DialogButton
      disabledReason={reason}
      preloadDialog={loadExport}
      renderDialog={(close) => (
        <FilterExportDialog records={[base]} isAll={false} isUnsaved={diff.isDirty} onClose={close} />
      )}
    >
      {t('action')}
    </DialogButton>
  )
}

export function TransferButtons() {
  const t = useTranslations('filters')
  const importPermission = usePermission('filters.create')
  const exportPermission = usePermission('filters.recordExport')
  const { data } = useQuery(query('filters.list', { query: {} }))
  const records = data?.items ?? []
  const emptyReason = records.length === 0 ? t('export.none') : undefined
  return (
    <>
      <DialogButton
        disabledReason={importPermission.reason}
        preloadDialog={loadImport}
        renderDialog={(close) => <FilterImportDialog onClose={close} />}
      >
        {t('import.action')}
      </DialogButton>
      <DialogButton
        disabledReason={exportPermission.reason ?? emptyReason}
        preloadDialog={loadExport}
        renderDialog={(close) => <FilterExportDialog records={records} isAll isUnsaved={false} onClose={close} />}
      >
        {t('export.all')}
      </DialogButton>
    </>
  )
}
