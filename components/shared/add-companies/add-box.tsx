'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { FileDrop } from '@/components/ui/inputs/file-drop'
import { PasteArea } from '@/components/ui/inputs/paste-area'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { LIST_FILES } from '@/lib/client/read-table/list-files'
import { isTypedName } from '@/lib/domain/companies/typed-name'

const TYPING_MS = 150

const NameHits = lazyComponent(async () => (await import('./name-hits')).NameHits)

interface AddBoxProps {
  readonly rows: number
  readonly text: string
  readonly onText: (text: string) => void
  /** Called with a list a moment after the last key; never with a name. */
  readonly onList?: (text: string) => void
  readonly onLongPaste: (text: string) => void
  readonly onFile: (file: File) => void
  /** Shown below the field unless it holds a name. */
  readonly children?: ReactNode
}

/** Where companies are added: a name is searched, numbers, a pasted list and a file are read. */
export function AddBox({ rows, text, onText, onList, onLongPaste, onFile, children }: AddBoxProps) {
  const t = useTranslations('monitors-add')
  const { allowed } = usePermission('search.list')
  const [settled, setSettled] = useState(text)
  const isName = (typed: string) => allowed && isTypedName(typed)
  const settle = (typed: string) => {
    setSettled(typed)
    if (!isName(typed)) onList?.(typed)
  }
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PasteArea
          label={t('field')}
          hint={t('hint')}
          placeholder={t('placeholder')}
          rows={rows}
          text={text}
          onText={onText}
          onSettled={settle}
          settleMs={TYPING_MS}
          onLongPaste={onLongPaste}
        />
        <FileDrop title={t('drop')} hint={t('dropHint')} choose={t('choose')} accept={LIST_FILES} onFile={onFile} />
      </div>
      {isName(text) ? <NameHits q={(isName(settled) ? settled : text).trim()} /> : children}
    </div>
  )
}
