'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SourceChoices } from '@/components/source-reading/source-choices'
import { SourceNotes } from '@/components/source-reading/source-notes'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { FileDrop } from '@/components/ui/inputs/file-drop'
import { PasteArea } from '@/components/ui/inputs/paste-area'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useUnloadWarning } from '@/components/ui/use-unload-warning'
import { LIST_FILES } from '@/lib/client/read-table/list-files'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import type { SourceFault, SourceTable } from '@/lib/client/read-table/source-table'

import type { ListRequest, ListSource } from '../read/read-list'

const TYPING_MS = 400

const ReviewList = lazyComponent(
  async () => (await import('./review-list')).ReviewList,
  () => <SkeletonRows rows={4} />,
)

interface ReadState {
  readonly isReading: boolean
  readonly table?: SourceTable | undefined
  readonly fault?: SourceFault | undefined
  /** Increases with each list, because each is a separate check. */
  readonly version: number
}

function useReadList() {
  const [state, setState] = useState<ReadState>({ isReading: false, version: 0 })
  const latest = useRef(0)
  const request = useRef<ListRequest>(undefined)
  const read = async (source: ListSource | undefined, options: ReadOptions = {}) => {
    latest.current += 1
    const version = latest.current
    if (source === undefined || (typeof source === 'string' && source.trim() === '')) {
      setState({ isReading: false, version })
      return
    }
    setState((now) => ({ ...now, isReading: true }))
    const { readList } = await import('../read/read-list')
    request.current = { source, options }
    const result = await readList(request.current)
    if (latest.current !== version) return
    setState({ isReading: false, version, ...(result.ok ? { table: result.table } : { fault: result.fault }) })
  }
  const reread = (options: ReadOptions) => {
    const { current } = request
    if (current !== undefined) void read(current.source, { ...current.options, ...options })
  }
  return { state, read, reread }
}

export function NewCheck() {
  const t = useTranslations('white-list.new')
  const { state, read, reread } = useReadList()
  const [text, setText] = useState('')
  /** A file, or a pasted text that is too long for the field. */
  const [storedSource, setStoredSource] = useState<{ readonly name: string; readonly isFile: boolean }>()
  const fileName = storedSource?.isFile === true ? storedSource.name : ''
  useUnloadWarning(state.table !== undefined)
  const open = (file: File) => {
    setStoredSource({ name: file.name, isFile: true })
    void read(file)
  }
  const paste = (pasted: string) => {
    setStoredSource({ name: '', isFile: false })
    void read(pasted)
  }
  const clear = () => {
    setStoredSource(undefined)
    setText('')
    void read(undefined)
  }
  return (
    <Card title={t('title')}>
      <CardBody className="grid gap-4">
        {state.fault !== undefined && <Fault fault={state.fault} name={fileName} />}
        {storedSource === undefined || state.fault !== undefined ? (
          <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <PasteArea
              label={t('field')}
              hint={t('hint')}
              placeholder={t('placeholder')}
              rows={8}
              text={text}
              onText={setText}
              onSettled={(typed) => void read(typed)}
              settleMs={TYPING_MS}
              onLongPaste={paste}
            />
            <FileDrop title={t('drop')} hint={t('dropHint')} choose={t('choose')} accept={LIST_FILES} onFile={open} />
          </div>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 font-medium break-all">{storedSource.isFile ? storedSource.name : t('pastedLong')}</p>
            <Button size="sm" onClick={clear}>
              {t('other')}
            </Button>
          </div>
        )}
        {state.isReading && <p role="status">{t('reading')}</p>}
        {state.table !== undefined && <SourceView table={state.table} isFile={fileName !== ''} onChoice={reread} />}
      </CardBody>
      {state.table !== undefined && <ReviewList key={state.version} table={state.table} name={fileName} />}
    </Card>
  )
}

function SourceView({
  table,
  isFile,
  onChoice,
}: {
  readonly table: SourceTable
  readonly isFile: boolean
  readonly onChoice: (options: ReadOptions) => void
}) {
  const { notes, hiddenRows } = table
  return (
    <>
      {isFile && (
        // Empty for a workbook with one sheet.
        <div className="flex flex-wrap gap-3 empty:hidden">
          <SourceChoices view={table} onChange={onChoice} />
        </div>
      )}
      <SourceNotes notes={notes} hiddenRows={hiddenRows} onHidden={(takesHidden) => onChoice({ takesHidden })} />
    </>
  )
}

function Fault({ fault, name }: { readonly fault: SourceFault; readonly name: string }) {
  const faults = useTranslations('source-faults')
  return (
    <Banner tone="danger">
      {name !== '' && <strong className="font-semibold break-all">{name}: </strong>}
      {faults(fault)}
    </Banner>
  )
}
