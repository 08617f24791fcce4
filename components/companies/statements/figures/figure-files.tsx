'use client'

import { useTranslations } from 'use-intl'

import { useSaveTable } from '@/components/shared/use-save-table'
import { CopyButton } from '@/components/ui/copy-button'
import { FileButton } from '@/components/ui/inputs/file-button'

import type { FigureColumn, FigureKey } from './figure-columns'
import { figuresTable, figuresText } from './figure-rows'

interface FigureFilesProps {
  readonly number: string
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly FigureKey[]
}

/** The figures to take along: all years in whole units, for the clipboard, as CSV and as a workbook. */
export function FigureFiles({ number, columns, rows }: FigureFilesProps) {
  const t = useTranslations('statements.figures')
  const { save, isSaving } = useSaveTable()
  const download = (format: 'csv' | 'xlsx') =>
    void save({
      name: `sprawozdania-${number}.${format}`,
      format,
      makeTables: () => [figuresTable(columns)],
    })
  return (
    <span className="flex flex-wrap gap-1.5">
      <CopyButton value={figuresText(columns, rows, (row) => t(`rows.${row}`))} label={t('copy')} />
      {(['csv', 'xlsx'] as const).map((format) => (
        <FileButton
          key={format}
          format={format}
          of={t('title')}
          isPending={isSaving}
          onClick={() => download(format)}
        />
      ))}
    </span>
  )
}
