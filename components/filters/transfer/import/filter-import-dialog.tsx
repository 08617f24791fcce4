'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { PasteArea } from '@/components/ui/inputs/paste-area'
import { Dialog } from '@/components/ui/overlay/dialog'
import { Progress } from '@/components/ui/progress'
import { saveCsv } from '@/components/ui/save-file'
import { useCountValues } from '@/components/ui/use-count-values'
import { LIST_FILES } from '@/lib/client/read-table/list-files'
import { type FileTable, lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { tableCsv } from '@/lib/domain/files/table-csv'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import { MAX_NAME_LENGTH } from '../../draft/filter-draft'
import { DropArea } from '../../file/drop-area'
import { FilePicker } from '../../file/file-picker'
import { useNewDraft } from '../../sets/use-new-draft'
import { filterFileName } from '../filters-file'
import type { ImportEntry } from './import-entries'
import { ImportOutcomeList } from './import-outcome'
import { ImportPreview } from './import-preview'
import type { JudgedValue } from './judge-values'
import { type FilterImport, useFilterImport } from './use-filter-import'
import { useReasonText, useFileFaultText } from './use-import-words'

const ACCEPTED = `.json,application/json,${LIST_FILES}`

function ImportSourceStep({ work }: { readonly work: FilterImport }) {
  const t = useTranslations('filters.import')
  const toFault = useFileFaultText()
  const { text, setText, file, fileName, isReading } = work
  const openFile = (chosen: File) => void work.take(chosen)
  return (
    <DropArea label={t('drop')} onFile={openFile}>
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
          <FilePicker label={t('file')} accept={ACCEPTED} look={{}} onFile={openFile}>
            {t('file')}
          </FilePicker>
        </div>
        <PasteArea
          label={t('paste')}
          hint={t('pasteHint')}
          rows={6}
          text={text}
          onText={setText}
          onLongPaste={work.takeText}
        />
      </div>
    </DropArea>
  )
}

interface StepProps {
  readonly work: FilterImport
  readonly onClose: () => void
}

/** Imports filters in steps: reads them, judges each value, resolves taken names, then saves them one by one. */
export function FilterImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('filters.import')
  const work = useFilterImport()
  const { entries, done, run, fileName } = work
  const isPreview = entries.length > 0
  return (
    <Dialog
      title={isPreview && fileName !== undefined ? t('titleOf', { name: maskPesels(fileName) }) : t('title')}
      size="lg"
      onClose={onClose}
      // A file dropped outside its area must not close the dialog, which would lose the decisions.
      isDismissable={!isPreview}
      footer={<Footer work={work} onClose={onClose} />}
    >
      {done !== undefined && <Progress label={t('running')} done={done} total={entriesToSend(entries).length} />}
      {done === undefined && run !== undefined && <ImportOutcomeList entries={entries} run={run} />}
      {done === undefined && run === undefined && isPreview && <ImportPreview work={work} />}
      {!isPreview && <ImportSourceStep work={work} />}
    </Dialog>
  )
}

const entriesToSend = (entries: readonly ImportEntry[]) =>
  entries.filter(({ choice }) => choice !== undefined && choice.kind !== 'skip')

function Footer(props: StepProps) {
  const t = useTranslations('filters.import')
  const common = useTranslations('common')
  const { work, onClose } = props
  const { done, run, entries, text } = work
  if (done !== undefined) return <Button onClick={work.stop}>{t('stop')}</Button>
  if (run !== undefined) return <OutcomeFooter {...props} />
  if (entries.length > 0) return <PreviewFooter {...props} />
  return (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button
        variant="primary"
        disabledReason={text.trim() === '' ? t('nothingPasted') : undefined}
        onClick={() => work.takeText(text)}
      >
        {t('check')}
      </Button>
    </>
  )
}

function OutcomeFooter({ work, onClose }: StepProps) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const unfinished = [...(work.run?.outcomes.values() ?? [])].filter(
    ({ kind }) => kind === 'refused' || kind === 'waiting',
  )
  return (
    <>
      {unfinished.length > 0 && <Button onClick={work.again}>{t('again', countValues(unfinished.length))}</Button>}
      <Button variant="primary" onClick={onClose}>
        {t('done')}
      </Button>
    </>
  )
}

function PreviewFooter({ work, onClose }: StepProps) {
  const t = useTranslations('filters.import')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const toReason = useReasonText()
  const { entries, faults, beyond } = work
  const sent = entriesToSend(entries)
  const isBlocked = faults.some((fault) => fault !== undefined)
  const emptyReason = sent.length === 0 ? t('nothingChosen') : undefined
  const reason = isBlocked ? t('blocked') : beyond > 0 ? t('beyondPlan', countValues(beyond)) : emptyReason
  const rejected = entries.reduce((sum, { judged }) => sum + judged.counts.invalid, 0)
  const saveRejected = () =>
    saveCsv(filterFileName(t('rejectedName'), 'csv'), tableCsv(rejectedTable(entries, toReason)))
  return (
    <>
      {rejected > 0 && <Button onClick={saveRejected}>{t('saveRejected', countValues(rejected))}</Button>}
      <EditorButton work={work} onClose={onClose} />
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button onClick={work.back}>{t('back')}</Button>
      <Button variant="primary" disabledReason={reason} onClick={() => void work.start()}>
        {t('submit', countValues(sent.length))}
      </Button>
    </>
  )
}

function EditorButton({ work: { entries }, onClose }: StepProps) {
  const t = useTranslations('filters.import')
  const newDraft = useNewDraft()
  const [onlyEntry] = entries
  if (entries.length !== 1 || onlyEntry === undefined) return null
  const { judged, name } = onlyEntry
  if (judged.counts.invalid === 0 && judged.over.length === 0) return null
  const open = () => {
    onClose()
    newDraft.open({ name: name.slice(0, MAX_NAME_LENGTH), content: judged.draft })
  }
  return (
    <Button disabledReason={newDraft.deniedReason} onClick={open}>
      {t('inEditor')}
    </Button>
  )
}

interface RejectedValue {
  readonly name: string
  readonly value: JudgedValue
}

function* rejectedValues(entries: readonly ImportEntry[]): Generator<RejectedValue> {
  for (const { name, judged } of entries)
    for (const value of judged.values) if (value.verdict === 'invalid') yield { name, value }
}

/** A table of the values that were left out, as written in the file, to be corrected and imported again. */
function rejectedTable(entries: readonly ImportEntry[], toReason: (value: JudgedValue) => string): FileTable {
  const columns: readonly ValuedColumn<RejectedValue>[] = [
    { name: 'filter', kind: 'text', width: 30, value: ({ name }) => name },
    { name: 'list', kind: 'text', width: 16, value: ({ value }) => value.listWord },
    {
      name: 'value',
      kind: 'text',
      width: 40,
      value: ({ value: { written } }) => readSealed(written)?.shown ?? written,
    },
    { name: 'reason', kind: 'text', width: 60, value: ({ value }) => toReason(value) },
    { name: 'line', kind: 'number', width: 8, value: ({ value }) => value.line },
  ]
  return lazyTable('Pominięte', columns, rejectedValues(entries))
}
