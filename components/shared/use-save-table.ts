'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { saveFile } from '@/components/ui/save-file'
import type { TableFormat } from '@/lib/client/table-file/messages'
import type { FileTable } from '@/lib/domain/files/file-table'

export interface TableExport {
  readonly name: string
  readonly format: TableFormat
  readonly makeTables: (signal: AbortSignal) => FileTable[] | Promise<FileTable[]>
}

/** Writes tables to a file and downloads it. Failures are shown as messages, and a long export can be cancelled. */
export function useSaveTable() {
  const toText = useSaveFailureText()
  const running = useRef<AbortController>(undefined)
  /** Rows written so far; undefined while no export runs. */
  const [rows, setRows] = useState<number>()
  useEffect(() => () => running.current?.abort(), [])

  /** Resolves with false if it failed or was cancelled. */
  const save = async ({ name, format, makeTables }: TableExport): Promise<boolean> => {
    const newController = new AbortController()
    running.current = newController
    setRows(0)
    try {
      const { makeTableFile } = await import('@/lib/client/table-file/make-table-file')
      const options = { format, signal: newController.signal, onProgress: setRows }
      saveFile(name, await makeTableFile(await makeTables(newController.signal), options))
      return true
    } catch (error) {
      if (!newController.signal.aborted) toast.error(toText(error))
      return false
    } finally {
      setRows(undefined)
    }
  }
  return { save, rows, isSaving: rows !== undefined, cancel: () => running.current?.abort() }
}

/** Checked by name and field, because the error classes are in code that loads only when the button is pressed. */
const reasonOf = (error: unknown) =>
  error instanceof Error && error.name === 'TableFileError' && 'reason' in error ? error.reason : undefined

function useSaveFailureText() {
  const t = useTranslations('common.download.failed')
  const toText = useFailureText()
  return (error: unknown): string => {
    const reason = reasonOf(error)
    if (reason === 'start' || reason === 'write' || reason === 'slow') return t(reason)
    return toText(error)
  }
}
