'use client'

import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SearchField } from '@/components/ui/inputs/search-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { valueLabel } from '../draft/value-label'
import type { FilterEdit } from '../editor/use-filter-draft'
import { UncomparedPersons } from '../lists/uncompared-persons'
import { revertValue, type SignedValue, signedValues } from './difference'
import { ListedValue } from './listed-value'
import { LongList } from './long-list'

export function DifferenceDialog({ edit, onClose }: { readonly edit: FilterEdit; readonly onClose: () => void }) {
  const t = useTranslations('filters.difference')
  const countValues = useCountValues()
  const { saved, draft, diff } = edit
  const [text, setText] = useState('')
  const searchText = useDeferredValue(text)
  const rows = useMemo(() => signedValues(saved, draft, searchText), [saved, draft, searchText])
  const container = useRef<HTMLDivElement>(null)
  const revert = ({ list, value }: SignedValue) => {
    edit.setList(list, revertValue(saved.content[list], draft.content[list], value))
    // The button disappears with its row, so the focus moves to the search field.
    container.current?.querySelector<HTMLElement>('input')?.focus()
  }
  return (
    <Dialog title={t('title')} onClose={onClose} size="md">
      <div ref={container} className="grid gap-3">
        <p className="text-muted tabular">
          {t('counts', { added: countValues(diff.added).count, removed: countValues(diff.removed).count })}
        </p>
        <UncomparedPersons list="pesel" values={draft.content.pesel} />
        {diff.isRenamed && (
          <p className="flex flex-wrap items-center gap-2 break-words">
            {t('renamed', { before: maskPesels(saved.name), after: maskPesels(draft.name) })}
            <Button size="sm" onClick={() => edit.setName(saved.name)}>
              {t('revertName')}
            </Button>
          </p>
        )}
        <SearchField label={t('find')} value={text} onChange={setText} />
        {rows.length === 0 ? (
          <p role="status" className="text-muted">
            {t(searchText.trim() === '' ? 'none' : 'noneFound')}
          </p>
        ) : (
          <LongList rows={rows} label={t('rows')} keyOf={({ list, value }) => `${list} ${value}`}>
            {(row) => <Change row={row} onRevert={() => revert(row)} />}
          </LongList>
        )}
      </div>
    </Dialog>
  )
}

function Change({ row, onRevert }: { readonly row: SignedValue; readonly onRevert: () => void }) {
  const t = useTranslations('filters.difference')
  const { list, value, isAdded } = row
  return (
    <>
      <Badge tone={isAdded ? 'accent' : 'warn'}>{t(isAdded ? 'added' : 'removed')}</Badge>
      <ListedValue list={list} value={value} />
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('revertOne', { value: valueLabel(list, value, false) })}
        onClick={onRevert}
      >
        {t('revert')}
      </Button>
    </>
  )
}
