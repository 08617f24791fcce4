'use client'

import { FileButton } from '@/components/ui/inputs/file-button'

import { type TableExport, useSaveTable } from './use-save-table'

interface TableFileButtonsProps extends Pick<TableExport, 'name' | 'makeTables'> {
  /** What the file contains, for screen readers. */
  readonly of: string
}

/** Downloads the same tables as CSV or as a workbook. */
export function TableFileButtons({ name, of, makeTables }: TableFileButtonsProps) {
  const { save, isSaving } = useSaveTable()
  return (['csv', 'xlsx'] as const).map((format) => (
    <FileButton
      key={format}
      format={format}
      of={of}
      isPending={isSaving}
      onClick={() => void save({ name: `${name}.${format}`, format, makeTables })}
    />
  ))
}
