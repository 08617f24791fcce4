'use client'

import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'

import type { CheckedRow } from '../judge/checked-row'
import { useImport } from '../use-import'

interface RowEditorProps {
  readonly row: CheckedRow
  readonly onClose: () => void
}

/** A row is put right in its place: Enter keeps it, Esc leaves it as it was. */
export function ImportRowEditor({ row, onClose }: RowEditorProps) {
  const t = useTranslations('monitor-import.review')
  const common = useTranslations('common')
  const counted = useCountValues()
  const { session } = useImport()
  const [identifier, setIdentifier] = useState(row.identifier)
  const [label, setLabel] = useState(row.label)
  const save = async () => {
    const edit = {
      ...(identifier === row.identifier ? {} : { identifier: identifier.trim() }),
      ...(label === row.label ? {} : { label: label.trim() }),
    }
    if (Object.keys(edit).length > 0) await session.apply('edit', { index: row.index, edit })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') onClose()
  }
  const values = { line: counted(row.line).count }
  return (
    <div className="flex h-full items-center gap-2 bg-accent-soft/50 px-4">
      <input
        autoFocus
        aria-label={t('identifier', values)}
        value={identifier}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setIdentifier(event.target.value)}
        onKeyDown={onKeyDown}
        className="control min-w-0 flex-1 tabular sm:max-w-56"
      />
      <input
        aria-label={t('label', values)}
        value={label}
        placeholder={t('labelPlaceholder')}
        autoComplete="off"
        onChange={(event) => setLabel(event.target.value)}
        onKeyDown={onKeyDown}
        className="control min-w-0 flex-1 max-sm:hidden"
      />
      <Button size="sm" variant="primary" onClick={() => void save()}>
        {t('save')}
      </Button>
      <Button size="sm" onClick={onClose} className="max-sm:hidden">
        {common('cancel')}
      </Button>
    </div>
  )
}
