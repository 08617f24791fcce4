'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePlanPlaces } from '@/components/meters/use-meters'
import { query, refreshAfter } from '@/lib/client/queries'
import type { ReadOptions } from '@/lib/client/read-table/read-source'
import type { FilterListName } from '@/lib/domain/filter-lists'

import type { FilterRecord } from '../../draft/filter-draft'
import { nameOfFile } from '../filters-file'
import { entriesLeft, type ImportEntry, makeEntries } from './import-entries'
import { countOverPlanLimit, planFaults } from './import-plan'
import { type FilterFile, filterOfTable, openFilterFile } from './read-filter-file'
import { type ImportRun, runFilterImport } from './run-filter-import'

interface ImportSource {
  readonly bytes: Uint8Array
  readonly name: string
  /** Set for pasted text, which has no encoding to detect. */
  readonly isPasted?: true
}

/** The user's corrections of how a table is read. */
export interface TableReadOptions extends ReadOptions {
  readonly target?: FilterListName | undefined
}

const noFilters: readonly FilterRecord[] = []
const noEntries: readonly ImportEntry[] = []
const namesOf = (filters: readonly FilterRecord[]): readonly string[] => filters.flatMap(({ name }) => name ?? [])

interface Preview {
  readonly file: FilterFile
  readonly entries: readonly ImportEntry[]
}

async function preview(
  { bytes, name }: ImportSource,
  reading: TableReadOptions,
  known: readonly FilterRecord[],
): Promise<Preview> {
  const file = await openFilterFile(bytes, reading)
  if (file.kind === 'fault') return { file, entries: [] }
  if (file.kind === 'filters') return { file, entries: makeEntries(file.filters, { known, isTable: false }) }
  const found = filterOfTable(file.table, { name: nameOfFile(name, namesOf(known)), target: reading.target })
  return { file, entries: makeEntries([found], { known, isTable: true }) }
}

/** Waits until the message is painted, because a long list blocks the page for about a second. */
const waitForPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

function usePreview(known: readonly FilterRecord[]) {
  const t = useTranslations('filters.import')
  const [source, setSource] = useState<ImportSource>()
  const [reading, setReading] = useState<TableReadOptions>({})
  const [shown, setShown] = useState<Preview>()
  const [isReading, setIsReading] = useState(false)
  const latest = useRef(0)
  const show = async (next: ImportSource, tableReading: TableReadOptions) => {
    setSource(next)
    setReading(tableReading)
    setIsReading(true)
    latest.current += 1
    const version = latest.current
    await waitForPaint()
    const nextPreview = await preview(next, tableReading, known)
    // A newer request, for another file or encoding, has replaced this one.
    if (latest.current !== version) return
    setShown(nextPreview)
    setIsReading(false)
  }
  const take = async (file: File) => {
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => undefined,
    )
    if (bytes !== undefined) return show({ bytes, name: file.name }, {})
    setSource({ bytes: new Uint8Array(), name: file.name })
    setShown({ file: { kind: 'fault', fault: 'unreadable' }, entries: [] })
  }
  return {
    file: shown?.file,
    isReading,
    fileName: source?.name,
    isPasted: source?.isPasted === true,
    reading,
    entries: shown?.entries ?? noEntries,
    take,
    takeText: (pasted: string) =>
      void show({ bytes: new TextEncoder().encode(pasted), name: t('pasted'), isPasted: true }, {}),
    read: (tableReading: TableReadOptions) => {
      if (source !== undefined) void show(source, tableReading)
    },
    setEntries: (entries: readonly ImportEntry[]) => setShown((now) => now && { ...now, entries }),
    leave: () => setShown(undefined),
  }
}

/** Runs an import from the file to its outcome. The choices stay until the dialog is closed. */
export function useFilterImport() {
  const client = useQueryClient()
  const known = useQuery(query('filters.list', { query: {} })).data?.items ?? noFilters
  const { count = 0, limit } = usePlanPlaces('filters')
  const room = { limit: limit ?? null, count }
  const { leave, ...previewState } = usePreview(known)
  const { entries, setEntries } = previewState
  const [text, setText] = useState('')
  const [done, setDone] = useState<number>()
  const [run, setRun] = useState<ImportRun>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const faults = useMemo(() => planFaults(entries, known), [entries, known])
  const start = async () => {
    stop.current = new AbortController()
    setDone(0)
    setRun(await runFilterImport({ planned: entries, known, signal: stop.current.signal, onDone: setDone }))
    setDone(undefined)
    await refreshAfter(client, 'filters.create')
  }
  return {
    ...previewState,
    known,
    room,
    text,
    setText,
    faults,
    beyond: countOverPlanLimit(entries, room),
    done,
    run,
    change: (entry: ImportEntry) => setEntries(entries.map((each) => (each.key === entry.key ? entry : each))),
    back: leave,
    again: () => {
      if (run !== undefined) setEntries(entriesLeft(entries, run.outcomes))
      setRun(undefined)
    },
    start,
    stop: () => stop.current?.abort(),
  }
}

export type FilterImport = ReturnType<typeof useFilterImport>
