'use client'

import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import { DropArea, useRejectStrayFiles } from '../file/drop-area'
import { FilePicker } from '../file/file-picker'
import type { ListFileInput } from '../file/read-placed'
import { ListField } from '../lists/list-field'
import type { FilterEdit } from './use-filter-draft'

const FileDialog = lazyComponent(async () => (await import('../file/file-dialog')).FileDialog)

/** The eight lists; a file can be dropped on one of them or on all. */
export function EditorLists({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters')
  const [fileInput, setFileInput] = useState<ListFileInput>()
  useRejectStrayFiles()
  const openForAllLists = (file: File) => setFileInput({ file, list: undefined })
  const openForList = useCallback((file: File, list: FilterListName) => setFileInput({ file, list }), [])
  const openPastedColumns = useCallback(
    (text: string, list: FilterListName) => setFileInput({ file: new File([text], ''), list, isPasted: true }),
    [],
  )
  return (
    <section aria-label={t('editor.contents')}>
      <DropArea label={t('file.drop')} onFile={openForAllLists}>
        <div className="flex flex-wrap items-center justify-between gap-2 pt-3">
          <p className="text-sm text-muted">{t('editor.paste')}</p>
          <FilePicker label={t('file.intoAll')} onFile={openForAllLists}>
            {t('file.intoAll')}
          </FilePicker>
        </div>
        <div className="divide-y">
          {filterLists.map((list) => (
            <ListField
              key={list}
              list={list}
              filterId={edit.base?.id}
              values={edit.draft.content[list]}
              saved={edit.saved.content[list]}
              refused={edit.refused}
              onChange={edit.setList}
              onFile={openForList}
              onColumns={openPastedColumns}
            />
          ))}
        </div>
      </DropArea>
      {fileInput !== undefined && (
        <FileDialog fileInput={fileInput} edit={edit} onClose={() => setFileInput(undefined)} />
      )}
    </section>
  )
}
