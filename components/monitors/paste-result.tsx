'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskPesels } from '@/lib/domain/identifiers'
import { MAX_TAGS } from '@/lib/domain/tags'

import { countVerdicts } from './parse-identifiers'
import { rejectedCsv, type RejectedRow } from './rejected-csv'
import type { PasteOutcome } from './use-paste'

const SHOWN = 50

/** Everything that was not added: refused here, undecided, or refused by the service. */
function useRejected({ rows, result }: PasteOutcome): RejectedRow[] {
  const t = useTranslations('monitors.faults')
  const local = rows.flatMap((row) => {
    const { verdict } = row
    if (verdict.kind === 'invalid') return [{ row, reason: t(verdict.reason) }]
    return verdict.kind === 'ambiguous' ? [{ row, reason: t('ambiguous') }] : []
  })
  const refused = result.refused.map(({ row, error }) => ({ row, reason: error }))
  return [...local, ...refused].sort((a, b) => a.row.line - b.row.line)
}

function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

function Figures({ outcome, rejected }: { readonly outcome: PasteOutcome; readonly rejected: number }) {
  const t = useTranslations('monitors.paste')
  const counted = useCountValues()
  const { rows, result, tags } = outcome
  const figures = [
    { key: 'inserted', count: result.inserted },
    { key: 'existing', count: result.existing },
    { key: 'repeated', count: countVerdicts(rows).duplicate },
    { key: 'rejected', count: rejected },
  ] as const
  return (
    <DataList>
      {figures.map(({ key, count }) => (
        <DataRow key={key} label={t(key)}>
          <strong>{counted(count).count}</strong>
        </DataRow>
      ))}
      {tags !== undefined && <DataRow label={t('tagged')}>{counted(tags.tagged).count}</DataRow>}
      {tags !== undefined && tags.full > 0 && (
        <DataRow label={t('tagsFull', { max: MAX_TAGS })}>{counted(tags.full).count}</DataRow>
      )}
    </DataList>
  )
}

/** What came of it, in numbers, with the rejected rows to take away. */
export function PasteResult({ outcome }: { readonly outcome: PasteOutcome }) {
  const t = useTranslations('monitors.paste')
  const toText = useFailureText()
  const rejected = useRejected(outcome)
  const download = () => save(t('fileName'), rejectedCsv([t('csvLine'), t('csvRaw'), t('csvReason')], rejected))
  const tagFailure = outcome.tags?.error
  return (
    <div role="status" className="grid gap-3">
      {tagFailure !== undefined && <Banner tone="warn">{t('tagsFailed', { reason: toText(tagFailure) })}</Banner>}
      <Figures outcome={outcome} rejected={rejected.length} />
      {rejected.length > 0 && (
        <>
          <ul className="max-h-52 divide-y overflow-y-auto rounded-md border text-sm">
            {rejected.slice(0, SHOWN).map(({ row, reason }) => (
              <li key={row.line} className="flex gap-3 px-3 py-1.5">
                <span className="w-8 shrink-0 text-right text-muted tabular">{row.line}</span>
                <span className="min-w-0 flex-1 truncate tabular">{maskPesels(row.raw)}</span>
                <span className="shrink-0 text-danger-ink">{maskPesels(reason)}</span>
              </li>
            ))}
          </ul>
          <div>
            <Button onClick={download}>
              <Icon name="download" />
              {t('download')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
