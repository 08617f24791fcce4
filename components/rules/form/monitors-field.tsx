'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { TagField } from '@/components/ui/inputs/tag-field'
import type { Suggestion } from '@/components/ui/inputs/use-suggestions'
import { type MonitorWords, monitorWords } from '@/lib/client/monitors/monitor-words'
import { runSteps } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { holdsPersonalNumber } from '@/lib/domain/identifiers/personal-number'
import { MAX_RULE_MONITORS } from '@/lib/features/rules/contract/conditions'

const MAX_SUGGESTIONS = 8
const MIN_LETTERS = 2
const CONCURRENT_READS = 4

/** Null for a deleted monitor. */
type Names = ReadonlyMap<string, MonitorWords | null>
const noNames: Names = new Map()

function useMonitorNames(unnamed: string, values: readonly string[]) {
  const mayRevealPersons = usePermission('personal.reveal').allowed
  // The initial ids; later ones come from a search, which includes their names.
  const [initialIds] = useState(values)
  const [found, setFound] = useState(noNames)
  const initialNames = useQuery({
    queryKey: ['monitors', 'names', initialIds],
    queryFn: ({ signal }) => readNames(initialIds, signal),
    enabled: initialIds.length > 0,
    retry: false,
  })
  const suggest = useCallback(
    async (text: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
      if (text.length < MIN_LETTERS || (!mayRevealPersons && holdsPersonalNumber(text))) return []
      const { call } = await import('@/lib/client/browser')
      const { items } = await call('monitors.list', { query: { q: text, limit: MAX_SUGGESTIONS } }, { signal })
      const foundEntries = items.map((monitor) => [monitor.id, monitorWords(monitor)] as const)
      setFound((now) => new Map([...now, ...foundEntries]))
      return foundEntries.map(([id, { name, note }]) => ({ value: id, label: name ?? note ?? unnamed, hint: note }))
    },
    [mayRevealPersons, unnamed],
  )
  return {
    suggest,
    isReading: initialNames.isFetching,
    /** Null: deleted; undefined: not loaded. */
    wordsOf: (id: string): MonitorWords | null | undefined => found.get(id) ?? initialNames.data?.get(id),
  }
}

/** Monitors that cannot be read are omitted. */
async function readNames(ids: readonly string[], signal: AbortSignal): Promise<Names> {
  const { call } = await import('@/lib/client/browser')
  const names = new Map<string, MonitorWords | null>()
  const run = async (id: string) => {
    try {
      names.set(id, monitorWords(await call('monitors.get', { params: { id } }, { signal })))
    } catch (error) {
      if (!isApiError(error) || error.status !== 404) throw error
      names.set(id, null)
    }
  }
  await runSteps({ items: ids, signal, run, width: CONCURRENT_READS })
  return names
}

interface MonitorsFieldProps {
  /** Ids of monitors; empty means all. */
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}

export function MonitorsField({ values, onChange }: MonitorsFieldProps) {
  const t = useTranslations('rules.form')
  const unnamed = t('monitorUnnamed')
  const { suggest, wordsOf, isReading } = useMonitorNames(unnamed, values)
  const describe = (id: string) => {
    const words = wordsOf(id)
    if (words === null) return { label: t('monitorGone'), tone: 'danger' as const, title: t('monitorGoneText') }
    if (words === undefined) return { label: isReading ? t('monitorReading') : t('monitorUnread') }
    return { label: words.name ?? words.note ?? unnamed, ...(words.name && words.note && { title: words.note }) }
  }
  return (
    <TagField
      label={t('monitors')}
      hint={t('monitorsHint')}
      isOptional
      placeholder={t('monitorsPlaceholder')}
      values={values}
      onChange={(next) => onChange([...next])}
      max={MAX_RULE_MONITORS}
      separation="lines"
      describe={describe}
      suggest={suggest}
      isFreeText={false}
      refusal={t('monitorsRefusal')}
    />
  )
}
