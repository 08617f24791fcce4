'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { useViewer } from '@/components/layout/viewer'
import { toast } from '@/components/ui/overlay/toast'
import { saveCsv } from '@/components/ui/save-file'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { act, refreshAfter, lazyPanelCall } from '@/lib/client/queries'
import { withRateLimit } from '@/lib/client/run-steps'
import { csvLine } from '@/lib/domain/files/csv'

import { useImport } from '../use-import'

const PAGE = 1000
const MONITORS_PER_STEP = 250
const FILE = { separator: ';', decimal: ',' } as const
const neverAborts = new AbortController().signal

type Item = PanelAnswer<'imports.monitors'>['items'][number]

async function readAll(id: string): Promise<Item[]> {
  const items: Item[] = []
  let after: string | undefined
  do {
    const query = {
      unnamed: 'true' as const,
      state: 'kept' as const,
      limit: PAGE,
      ...(after !== undefined && { after }),
    }
    const page = await lazyPanelCall('imports.monitors', { params: { id }, query })
    items.push(...page.items)
    after = page.next_after ?? undefined
  } while (after !== undefined)
  return items.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** Saves a list that can be corrected and imported again: the column names are those that the import recognizes. */
export function useSaveNotNamed(id: string) {
  const t = useTranslations('imports')
  const toText = useFailureText()
  const { mode } = useViewer()
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    try {
      const reason = t(`notNamed.reason.${mode}`)
      const header = [t('files.line'), t('files.reason'), 'rodzaj_identyfikatora', 'identyfikator', 'etykieta']
      const rows = (await readAll(id)).map(({ line, identifier_type: type, identifier, label }) =>
        csvLine([line, reason, type, identifier, label], FILE),
      )
      saveCsv(t('files.notNamed'), `\uFEFF${csvLine(header, FILE)}${rows.join('')}`)
    } catch (error) {
      toast.error(toText(error))
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, save }
}

export function useRemoveNotNamed(id: string) {
  const t = useTranslations('imports.notNamed')
  const toText = useFailureText()
  const countValues = useCountValues()
  const client = useQueryClient()
  const { session } = useImport()
  const [left, setLeft] = useState<number>()
  const remove = async (count: number) => {
    setLeft(count)
    try {
      const removePart = () => act('imports.removeUnnamed', { params: { id }, body: { limit: MONITORS_PER_STEP } })
      let answer = await withRateLimit(neverAborts, removePart)
      for (; answer.left > 0; answer = await withRateLimit(neverAborts, removePart)) setLeft(answer.left)
      toast.success(
        t('removed', { removed: countValues(answer.undone).count, skipped: countValues(answer.skipped).count }),
      )
    } catch (error) {
      toast.error(toText(error))
    } finally {
      await refreshAfter(client, 'imports.removeUnnamed')
      setLeft(undefined)
      void session.loadMonitors()
    }
  }
  return { left, remove }
}
