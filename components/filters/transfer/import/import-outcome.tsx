'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Badge } from '@/components/ui/badge'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { filterHref } from '../../use-selected-filter'
import type { ImportEntry } from './import-entries'
import type { ImportOutcome, ImportRun } from './run-filter-import'
import { useRefusalText } from './use-import-words'

interface ImportOutcomeListProps {
  readonly entries: readonly ImportEntry[]
  readonly run: ImportRun
}

const kinds = ['created', 'replaced', 'refused', 'waiting'] as const

export function ImportOutcomeList({ entries, run: { outcomes, error } }: ImportOutcomeListProps) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const toText = useFailureText()
  const counts = kinds.map((kind) => ({
    kind,
    count: [...outcomes.values()].filter((each) => each.kind === kind).length,
  }))
  const texts = counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => t(`outcome.${kind}`, countValues(count)))
  return (
    <div className="grid gap-3">
      <p role="status" className="tabular">
        {texts.join(' ')}
      </p>
      {error !== undefined && <Banner tone="danger">{t('stopped', { reason: toText(error) })}</Banner>}
      <ul aria-label={t('found')} className="divide-y rounded-lg border bg-card">
        {entries.map((entry, at) => (
          <OutcomeRow key={entry.key} entry={entry} outcome={outcomes.get(at)} />
        ))}
      </ul>
    </div>
  )
}

const tones = { created: 'accent', replaced: 'accent', refused: 'danger', waiting: 'warn', skipped: 'neutral' } as const

function OutcomeRow({ entry, outcome }: { readonly entry: ImportEntry; readonly outcome: ImportOutcome | undefined }) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const toReason = useRefusalText()
  const kind = outcome?.kind ?? 'skipped'
  const name = maskPesels(entry.name) || t('unnamed')
  const filter = outcome !== undefined && 'filter' in outcome ? outcome.filter : undefined
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Badge tone={tones[kind]}>{t(`outcomes.${kind}`)}</Badge>
      <span className="min-w-0 flex-1 break-words">
        {filter === undefined ? (
          name
        ) : (
          <a href={filterHref(filter.id)} className="text-accent-ink underline underline-offset-2">
            {name}
          </a>
        )}
        {outcome?.kind === 'refused' && <span className="block text-sm text-danger-ink">{toReason(outcome)}</span>}
      </span>
      {filter?.item_count !== undefined && (
        <span className="text-sm text-muted tabular">{t('items', countValues(filter.item_count))}</span>
      )}
    </li>
  )
}
