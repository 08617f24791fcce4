'use client'

import { useMemo, useState, useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SourceChoices } from '@/components/source-reading/source-choices'
import { SourceNotes } from '@/components/source-reading/source-notes'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import { MAX_FILTER_ITEMS, filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { type Addition, addTexts } from '../draft/add-texts'
import { countOver } from '../draft/filter-draft'
import type { FilterEdit } from '../editor/use-filter-draft'
import { UncomparedPersons } from '../lists/uncompared-persons'
import type { ListFileInput, PlacedFile, PlacementRequest, PlacementResult } from './read-placed'

const unreadable: PlacementResult = { ok: false, fault: 'unreadable' }

/** Reads in a worker, so that the page stays responsive with forty megabytes. Returns a function that cancels it. */
function readInWorker(request: PlacementRequest, onResult: (result: PlacementResult) => void): () => void {
  const worker = new Worker(new URL('./read-placed.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<PlacementResult>) => onResult(data))
  worker.addEventListener('error', () => onResult(unreadable))
  worker.addEventListener('messageerror', () => onResult(unreadable))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the method of a worker has no such parameter
  worker.postMessage(request)
  return () => worker.terminate()
}

/**
 * The content of the file, or why it cannot be read; undefined at first. While it is read with other options the
 * previous result stays.
 */
function useReadFile({ file, list, isPasted }: ListFileInput) {
  const [options, setOptions] = useState<ReadOptions>({})
  const [isReading, setIsReading] = useState(true)
  const [result, setResult] = useState<PlacementResult>()
  useEffect(() => {
    const show = (nextResult: PlacementResult) => {
      setResult(nextResult)
      setIsReading(false)
    }
    return readInWorker({ file, options, list, isPasted }, show)
  }, [file, options, list, isPasted])
  const choose = (chosen: ReadOptions) => {
    setIsReading(true)
    setOptions((now) => ({ ...now, ...chosen }))
  }
  return { result, isReading, choose }
}

interface FileDialogProps {
  readonly fileInput: ListFileInput
  readonly edit: FilterEdit
  readonly onClose: () => void
}

function useTitle({ file, isPasted = false }: ListFileInput): string {
  const t = useTranslations('filters.file')
  return isPasted ? t('pasted') : t('title', { name: maskPesels(file.name) })
}

export function FileDialog({ fileInput, edit, onClose }: FileDialogProps) {
  const t = useTranslations('filters.file')
  const faults = useTranslations('source-faults')
  const title = useTitle(fileInput)
  const { result, isReading, choose } = useReadFile(fileInput)
  return (
    <Dialog title={title} onClose={onClose} size="md">
      <div className="grid gap-3">
        {isReading && <p role="status">{t('reading')}</p>}
        {result?.ok === false && result.fault === 'json' && <Banner tone="info">{t('json')}</Banner>}
        {result?.ok === false && result.fault !== 'json' && <Banner tone="danger">{faults(result.fault)}</Banner>}
        {result?.ok === true && (
          <FileLists placed={result.placed} onChoice={choose} {...{ fileInput, edit, onClose }} />
        )}
      </div>
    </Dialog>
  )
}

interface FileListsProps extends FileDialogProps {
  readonly placed: PlacedFile
  readonly onChoice: (choice: ReadOptions) => void
}

function FileLists({ fileInput, placed, edit, onChoice, onClose }: FileListsProps) {
  const { sheet, unplacedCells, unreadRows, notes, hiddenRows } = placed
  const additions = useMemo(
    () =>
      [...placed.texts].map(([list, placedTexts]) => {
        const texts = placedTexts.map(({ text }) => text)
        return addTexts(list, edit.draft.content[list], texts)
      }),
    [placed, edit.draft],
  )
  return (
    <>
      <SourceChoices view={placed} isLabelHidden={false} onChange={onChoice} />
      <SourceNotes notes={notes} hiddenRows={hiddenRows} onHidden={(takesHidden) => onChoice({ takesHidden })} />
      <Choices
        key={`${sheet} ${hiddenRows?.isTaken}`}
        {...{ fileInput, edit, additions, beyond: unreadRows, onClose }}
        left={unplacedCells + placed.unmatched.length}
      />
    </>
  )
}

interface ChoicesProps {
  readonly fileInput: ListFileInput
  readonly edit: FilterEdit
  readonly additions: readonly Addition[]
  readonly left: number
  /** The number of rows after the limit, which were not read. */
  readonly beyond: number
  readonly onClose: () => void
}

/** Names next to numbers are usually the names of those numbers, so they are added only if the user selects them. */
function initialChoice(
  additions: readonly Addition[],
  { list: targetList, isPasted }: ListFileInput,
): ReadonlySet<FilterListName> {
  const lists = additions.map(({ list }) => list)
  // Text pasted into a list's field is meant for that list, unless the user selects others.
  if (isPasted === true && targetList !== undefined && lists.includes(targetList)) return new Set([targetList])
  return new Set(lists.filter((list) => list !== 'name' || lists.length === 1))
}

function Choices({ fileInput, edit, additions, left, beyond, onClose }: ChoicesProps) {
  const t = useTranslations('filters.file')
  const lists = useTranslations('filters.lists')
  const countValues = useCountValues()
  const [chosen, setChosen] = useState(() => initialChoice(additions, fileInput))
  // When a file is dropped on one list, its other columns may contain numbers as well.
  const isOneList = fileInput.list !== undefined && fileInput.isPasted !== true
  const chosenAdditions = additions.filter(({ list }) => chosen.has(list))
  const count = chosenAdditions.reduce((sum, { added, invalid }) => sum + added.length + invalid.length, 0)
  const addChosen = () => {
    for (const { list, values } of chosenAdditions) edit.setList(list, values)
    toast.success(t('taken', countValues(count)))
    onClose()
  }
  const toggle = (list: FilterListName) =>
    setChosen(new Set(filterLists.filter((each) => (each === list) !== chosen.has(each))))
  return (
    <>
      {additions.length === 0 ? (
        <p className="text-muted">{t('nothing')}</p>
      ) : (
        <ul className="grid gap-2">
          {additions.map((addition) => (
            <li key={addition.list}>
              <Checkbox checked={chosen.has(addition.list)} onChange={() => toggle(addition.list)}>
                <span className="font-medium">{lists(addition.list)}</span>
                <Verdict addition={addition} />
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {chosenAdditions.map(({ list, values, added }) =>
        added.length > 0 ? <UncomparedPersons key={list} {...{ list, values }} /> : null,
      )}
      {left > 0 && (
        <p className="text-sm text-muted tabular">{t(isOneList ? 'leftColumns' : 'left', countValues(left))}</p>
      )}
      {beyond > 0 && <p className="text-sm text-warn-ink tabular">{t('beyond', countValues(beyond))}</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="primary" disabledReason={count === 0 ? t('nothingNew') : undefined} onClick={addChosen}>
          {t('take', countValues(count))}
        </Button>
      </div>
    </>
  )
}

function Verdict({ addition: { values, added, invalid, known, repeated } }: { readonly addition: Addition }) {
  const t = useTranslations('filters.file.verdict')
  const countValues = useCountValues()
  const overLimit = countOver(values)
  const parts = [
    t('new', countValues(added.length)),
    known > 0 && t('known', countValues(known)),
    repeated > 0 && t('repeated', countValues(repeated)),
    invalid.length > 0 && t('invalid', countValues(invalid.length)),
  ]
  return (
    <>
      <span className="text-sm text-muted tabular">{parts.filter((part) => part !== false).join(' · ')}</span>
      {overLimit > 0 && (
        <span className="text-sm text-warn-ink tabular">
          {t('over', { count: countValues(overLimit).count, max: countValues(MAX_FILTER_ITEMS).count })}
        </span>
      )}
    </>
  )
}
