'use client'

import { FileButton } from '@/components/ui/inputs/file-button'

import { type TableWish, useSaveTable } from './use-save-table'

interface TableFileButtonsProps extends Pick<TableWish, 'name' | 'makeTables'> {
  /** What is in the file, for those who hear the buttons alone. */
  readonly of: string
}

/** The same tables as CSV and as a workbook. */
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
