'use client'

import type { ClipboardEvent } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { LIST_FILES } from '@/components/source-reading/list-files'
import { TextArea } from '@/components/ui/inputs/text-area'

import { DropArea } from '../../file/drop-area'
import { FilePicker } from '../../file/file-picker'
import type { FilterImport } from './use-filter-import'
import { useFileFaultText } from './use-import-words'

const ACCEPTED = `.json,application/json,${LIST_FILES}`
/** A field with more than this makes the browser slow: a longer paste is read at once. */
const LONGEST_FIELD = 20_000

/** Where the filters come from: a file, or what is pasted. */
export function ImportSourceStep({ work }: { readonly work: FilterImport }) {
  const t = useTranslations('filters.import')
  const toFault = useFileFaultText()
  const { text, setText, file, fileName, isReading } = work
  const take = (chosen: File) => void work.take(chosen)
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (pasted.length + text.length < LONGEST_FIELD) return
    event.preventDefault()
    work.takeText(text.trim() === '' ? pasted : `${text}\n${pasted}`)
  }
  return (
    <DropArea label={t('drop')} onFile={take}>
      <div className="grid gap-3">
        <p className="text-muted">{t('text')}</p>
        {isReading && <p role="status">{t('reading')}</p>}
        {!isReading && file?.kind === 'fault' && (
          <Banner tone="danger">
            {fileName !== undefined && <strong className="font-medium break-words">{fileName}: </strong>}
            {toFault(file.fault)}
          </Banner>
        )}
        <div>
          <FilePicker label={t('file')} accept={ACCEPTED} look={{}} onFile={take}>
            {t('file')}
          </FilePicker>
        </div>
        <TextArea
          label={t('paste')}
          hint={t('pasteHint')}
          rows={6}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={paste}
          className="font-mono text-sm"
        />
      </div>
    </DropArea>
  )
}
