'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SourceChoices } from '@/components/source-reading/source-choices'
import { SourceNotes } from '@/components/source-reading/source-notes'
import { Select } from '@/components/ui/inputs/select'
import { useCountValues } from '@/components/ui/use-count-values'
import type { SourceTable } from '@/lib/client/read-table/source-table'
import { MAX_FILTER_ITEMS, filterLists } from '@/lib/domain/filter-lists'

import { withChoice } from './import-entries'
import { ImportEntryCard } from './import-entry-card'
import { namesakes } from './import-plan'
import type { FilterImport } from './use-filter-import'

export function ImportPreview({ work }: { readonly work: FilterImport }) {
  const t = useTranslations('filters.import')
  const { file, entries, faults, known } = work
  const takenNames = (key: number) => [
    ...known.flatMap(({ name }) => name ?? []),
    ...entries.flatMap((each) => (each.key === key ? [] : each.name)),
  ]
  const isTable = file?.kind === 'table'
  return (
    <div className="grid gap-3">
      {isTable && <TableOptions work={work} table={file.table} />}
      <Limits work={work} />
      {file?.kind === 'filters' && file.personal === 'masked' && <Banner tone="warn">{t('maskedFile')}</Banner>}
      <NameConflicts work={work} />
      <ul aria-label={t('found')} className="divide-y rounded-lg border bg-card">
        {entries.map((entry, at) => (
          <ImportEntryCard
            key={entry.key}
            entry={entry}
            fault={faults[at]}
            known={known}
            takenNames={takenNames}
            isTable={isTable}
            onChange={work.change}
          />
        ))}
      </ul>
    </div>
  )
}

function Limits({ work: { room, beyond, entries } }: { readonly work: FilterImport }) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const items = t('limitItems', { max: countValues(MAX_FILTER_ITEMS).count })
  const { limit, count } = room
  const quotaText =
    limit === null
      ? ''
      : `${t('limitFilters', { ...countValues(Math.max(0, limit - count)), used: countValues(count).count, limit: countValues(limit).count })} `
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted tabular">
        {t('foundCount', countValues(entries.length))} {quotaText}
        {items}
      </p>
      {beyond > 0 && <Banner tone="danger">{t('beyondPlan', countValues(beyond))}</Banner>}
    </div>
  )
}

function NameConflicts({ work }: { readonly work: FilterImport }) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const { entries, known } = work
  const clashes = entries.filter(({ found }) => namesakes(found.name, known).length > 0)
  if (clashes.length < 2) return null
  const decide = (kind: string) => {
    const names = [...known.flatMap(({ name }) => name ?? []), ...entries.map(({ name }) => name)]
    work.setEntries(
      entries.map((entry) => {
        const [namesake] = namesakes(entry.found.name, known)
        if (namesake === undefined) return entry
        if (kind === 'replace') return withChoice(entry, { kind, id: namesake.id }, names)
        if (kind !== 'create' && kind !== 'skip') return entry
        const next = withChoice({ ...entry, name: entry.found.name }, { kind }, names)
        names.push(next.name)
        return next
      }),
    )
  }
  return (
    <Select
      label={t('allTaken', countValues(clashes.length))}
      value=""
      options={[
        { value: '', label: t('choices.ask') },
        { value: 'create', label: t('choices.rename') },
        { value: 'replace', label: t('choices.replaceAll') },
        { value: 'skip', label: t('choices.skip') },
      ]}
      onChange={({ target }) => decide(target.value)}
    />
  )
}

function TableOptions({ work, table }: { readonly work: FilterImport; readonly table: SourceTable }) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { reading, read, isPasted } = work
  const { sheets, sheet, hiddenSheets, hiddenRows, notes, rest } = table
  return (
    <div className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <Select
          label={t('import.target')}
          value={reading.target ?? ''}
          options={[
            { value: '', label: t('import.targetGuessed') },
            ...filterLists.map((list) => ({ value: list, label: t(`lists.${list}`) })),
          ]}
          onChange={({ target: { value } }) => read({ ...reading, target: filterLists.find((list) => list === value) })}
        />
        <SourceChoices
          view={isPasted ? { sheets, sheet, hiddenSheets } : table}
          isLabelHidden={false}
          onChange={(choice) => read({ ...reading, ...choice })}
        />
      </div>
      <SourceNotes
        notes={notes}
        hiddenRows={hiddenRows}
        onHidden={(takesHidden) => read({ ...reading, takesHidden })}
      />
      {rest.length > 0 && <Banner tone="warn">{t('file.beyond', countValues(rest.length))}</Banner>}
    </div>
  )
}
