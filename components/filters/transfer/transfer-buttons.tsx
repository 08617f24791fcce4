'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { query } from '@/lib/client/queries'

import type { FilterEdit } from '../editor/use-filter-draft'

const loadExport = () => import('./export/filter-export-dialog').then((module) => module.FilterExportDialog)
const FilterExportDialog = lazyComponent(loadExport)
const loadImport = () => import('./import/filter-import-dialog').then((module) => module.FilterImportDialog)
const FilterImportDialog = lazyComponent(loadImport)

/** One filter into a file. */
export function FilterExportButton({ edit: { base, diff } }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.export')
  const { allowed, reason } = usePermission('filters.recordExport')
  const [isOpen, setIsOpen] = useState(false)
  if (base === undefined) return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabledReason={allowed ? undefined : reason}
        onPointerEnter={() => preload(loadExport)}
        onClick={() => setIsOpen(true)}
      >
        {t('action')}
      </Button>
      {isOpen && (
        <FilterExportDialog records={[base]} isAll={false} isUnsaved={diff.isDirty} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

/** All filters into a file, and filters out of one. */
export function TransferButtons() {
  const t = useTranslations('filters')
  const importing = usePermission('filters.create')
  const exporting = usePermission('filters.recordExport')
  const { data } = useQuery(query('filters.list', { query: {} }))
  const [open, setOpen] = useState<'import' | 'export'>()
  const records = data?.items ?? []
  const none = records.length === 0 ? t('export.none') : undefined
  return (
    <>
      <Button
        aria-haspopup="dialog"
        disabledReason={importing.reason}
        onPointerEnter={() => preload(loadImport)}
        onClick={() => setOpen('import')}
      >
        {t('import.action')}
      </Button>
      <Button
        aria-haspopup="dialog"
        disabledReason={exporting.reason ?? none}
        onPointerEnter={() => preload(loadExport)}
        onClick={() => setOpen('export')}
      >
        {t('export.all')}
      </Button>
      {open === 'import' && <FilterImportDialog onClose={() => setOpen(undefined)} />}
      {open === 'export' && (
        <FilterExportDialog records={records} isAll isUnsaved={false} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
