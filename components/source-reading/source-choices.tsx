'use client'

import { useTranslations } from 'use-intl'

import { Select } from '@/components/ui/inputs/select'
import { type Encoding, encodings } from '@/lib/client/read-table/encodings'

export interface SourceView {
  /** Set for text files only. */
  readonly encoding?: Encoding | undefined
  /** Set for workbooks only. */
  readonly sheets?: readonly string[] | undefined
  readonly sheet?: string | undefined
  readonly hiddenSheets?: readonly string[] | undefined
}

export interface SourceChoice {
  readonly encoding?: Encoding | undefined
  readonly sheet?: string | undefined
}

interface SourceChoicesProps {
  readonly view: SourceView
  readonly isLabelHidden?: boolean
  readonly onChange: (choice: SourceChoice) => void
}

/** The detected encoding of a text and the sheet of a workbook; both can be changed. */
export function SourceChoices({ view, isLabelHidden = true, onChange }: SourceChoicesProps) {
  const t = useTranslations('source-reading')
  const { encoding, sheets = [], sheet, hiddenSheets = [] } = view
  const nameOf = (name: string) => (hiddenSheets.includes(name) ? t('hiddenSheet', { name }) : t('sheetIs', { name }))
  return (
    <>
      {encoding !== undefined && (
        <div className={isLabelHidden ? 'w-44' : undefined}>
          <Select
            label={t('encoding')}
            isLabelHidden={isLabelHidden}
            value={encoding}
            options={encodings.map((value) => ({ value, label: t(`encodings.${value}`) }))}
            onChange={({ target: { value } }) => onChange({ encoding: encodings.find((each) => each === value) })}
          />
        </div>
      )}
      {sheets.length > 1 && (
        <div className={isLabelHidden ? 'w-48' : undefined}>
          <Select
            label={t('sheet')}
            isLabelHidden={isLabelHidden}
            value={sheet ?? ''}
            options={sheets.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(event) => onChange({ sheet: event.target.value })}
          />
        </div>
      )}
    </>
  )
}
