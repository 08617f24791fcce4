'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { useSaveTable } from '@/components/shared/use-save-table'
import { toast } from '@/components/ui/overlay/toast'
import { saveFile } from '@/components/ui/save-file'
import { query, lazyPanelCall } from '@/lib/client/queries'
import { ApiError } from '@/lib/domain/api-error'
import { chunksOf } from '@/lib/domain/collections/chunks'
import type { PanelInput } from '@/lib/features/contract'

import { type FilterDraft, type FilterRecord, toFilterDraft } from '../../draft/filter-draft'
import { cachedName, loadAllNames, namedValueLists } from '../../lists/names'
import { allFiltersFileName, filterFileName } from '../filters-file'
import { filterTable, filtersJson, personalForm } from './write-filters'

export type FiltersFormat = PanelInput<'filters.recordExport'>['body']['format']

export interface FiltersExportInput {
  /** If undefined, all filters of the account are exported. */
  readonly id: string | undefined
  readonly format: FiltersFormat
  readonly isUnmasked: boolean
}

/** The number of filters per call; each call writes one audit entry. */
const CHUNK = 1000

const filterDeletedError = () => new ApiError('The filter was deleted', { status: 404, code: 'not_found' })

/** Returns the filters with unmasked numbers, after the audit log has recorded it. */
async function readUnmasked(records: readonly FilterRecord[]): Promise<readonly FilterDraft[]> {
  const unmasked: FilterDraft[] = []
  for (const chunk of chunksOf(records, CHUNK)) {
    const { items } = await lazyPanelCall('personal.exportFilters', { body: { ids: chunk.map(({ id }) => id) } })
    unmasked.push(...items.map((item) => toFilterDraft(item)))
  }
  return unmasked
}

/** Creates and downloads the file. The audit entry is written first: without it no file is created. */
export function useSaveFilters(onDone: () => void) {
  const t = useTranslations('filters.export')
  const client = useQueryClient()
  const toText = useFailureText()
  const { save: saveTable, cancel, isSaving } = useSaveTable()
  const [isReading, setIsReading] = useState(false)

  const recordAndReadFilters = async ({ id, format, isUnmasked }: FiltersExportInput) => {
    const { items } = await client.fetchQuery({ ...query('filters.list', { query: {} }), staleTime: 0 })
    const records = items.filter((item) => id === undefined || item.id === id)
    if (records.length === 0) throw filterDeletedError()
    await lazyPanelCall('filters.recordExport', { body: { filters: records.length, format, personal: isUnmasked } })
    return { records, filters: isUnmasked ? await readUnmasked(records) : records.map(toFilterDraft) }
  }
  const saveJson = async (exportInput: FiltersExportInput) => {
    setIsReading(true)
    try {
      const { records, filters } = await recordAndReadFilters(exportInput)
      const text = filtersJson(filters, { at: new Date(), personal: personalForm(filters, exportInput.isUnmasked) })
      const name = exportInput.id === undefined ? allFiltersFileName() : filterFileName(records[0]?.name ?? '', 'json')
      saveFile(name, new Blob([text], { type: 'application/json;charset=utf-8' }))
      return true
    } catch (error) {
      toast.error(toText(error))
      return false
    } finally {
      setIsReading(false)
    }
  }
  /** The file is named after the filter; the name is masked even if the numbers are not. */
  const saveRows = (exportInput: FiltersExportInput & { readonly format: 'csv' | 'xlsx'; readonly name: string }) => {
    const makeTables = async (signal: AbortSignal) => {
      const { filters } = await recordAndReadFilters(exportInput)
      const content = filters[0]?.content
      if (content === undefined) throw filterDeletedError()
      const areNamesLoaded = await Promise.all(namedValueLists.map((list) => loadAllNames(list, content[list], signal)))
      if (areNamesLoaded.includes(false)) toast.error(t('noNames'))
      return [filterTable(content, cachedName)]
    }
    return saveTable({
      name: filterFileName(exportInput.name, exportInput.format),
      format: exportInput.format,
      makeTables,
    })
  }
  const save = async (exportInput: FiltersExportInput & { readonly name: string }) => {
    const { format } = exportInput
    const isSaved = format === 'json' ? await saveJson(exportInput) : await saveRows({ ...exportInput, format })
    if (isSaved) onDone()
  }
  return { save, isSaving: isSaving || isReading, cancel }
}
