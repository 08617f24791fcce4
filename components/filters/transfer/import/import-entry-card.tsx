'use client'

import { useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { filterLists } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { type ContentDraft, diffList, toFilterDraft, type FilterRecord } from '../../draft/filter-draft'
import { EntryValues } from './entry-values'
import { type ImportEntry, toggleList, withChoice } from './import-entries'
import { type ImportChoice, namesakes, type PlanFault } from './import-plan'
import { valueVerdicts } from './judge-values'
import { usePlanFaultText } from './use-import-words'

interface ImportEntryCardProps {
  readonly entry: ImportEntry
  readonly fault: PlanFault | undefined
  readonly known: readonly FilterRecord[]
  /** Returns the names that are taken: those of the account, and those of the file's other filters. */
  readonly takenNames: (key: number) => readonly string[]
  readonly isTable: boolean
  readonly onChange: (entry: ImportEntry) => void
}

/** The field next to which each fault is shown. */
const fieldOfFault = {
  undecided: 'choice',
  replaced_twice: 'choice',
  no_name: 'name',
  long_name: 'name',
  masked_name: 'name',
  taken_name: 'name',
  twice: 'name',
  over: 'values',
  nothing_good: 'values',
  nothing_found: 'values',
} as const satisfies Record<PlanFault, string>
type FieldFaults = { readonly [Field in (typeof fieldOfFault)[PlanFault]]?: string }

export function ImportEntryCard({ entry, fault, known, isTable, ...props }: ImportEntryCardProps) {
  const t = useTranslations('filters.import')
  const toFault = usePlanFaultText()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { judged, choice } = entry
  const fieldFaults: FieldFaults = fault === undefined ? {} : { [fieldOfFault[fault]]: toFault(fault, entry) }
  const replaced = choice?.kind === 'replace' ? known.find((each) => each.id === choice.id) : undefined
  return (
    <li className="grid gap-2 px-3 py-3 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
      <Decision entry={entry} known={known} faults={fieldFaults} {...props} />
      {isTable && <ListChoices entry={entry} onChange={props.onChange} />}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 text-sm tabular">
          <Verdicts entry={entry} />
          {replaced !== undefined && <Replacement content={judged.content} replaced={replaced} />}
        </div>
        {judged.values.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'hideValues' : 'showValues')}
          </Button>
        )}
      </div>
      {fieldFaults.values !== undefined && <p className="text-sm text-danger-ink">{fieldFaults.values}</p>}
      <div id={id} hidden={!isOpen}>
        {isOpen && <EntryValues judged={judged} />}
      </div>
    </li>
  )
}

type DecisionProps = Omit<ImportEntryCardProps, 'fault' | 'isTable'> & { readonly faults: FieldFaults }

function Decision({ entry, known, faults, takenNames, onChange }: DecisionProps) {
  const t = useTranslations('filters.import')
  const { name, found, choice } = entry
  const sameNamed = useMemo(() => namesakes(found.name, known), [found.name, known])
  const countValues = useCountValues()
  const options = [
    ...(choice === undefined ? [{ value: '', label: t('choices.ask') }] : []),
    { value: 'create', label: t(sameNamed.length > 0 ? 'choices.rename' : 'choices.create') },
    ...sameNamed.map((each) => ({
      value: each.id,
      label: t('choices.replace', countValues(each.item_count ?? 0)),
    })),
    { value: 'skip', label: t('choices.skip') },
  ]
  const decide = (value: string) => {
    if (value === '') return
    const next: ImportChoice = value === 'create' || value === 'skip' ? { kind: value } : { kind: 'replace', id: value }
    onChange(withChoice(entry, next, takenNames(entry.key)))
  }
  const shownName = maskPesels(found.name) || t('unnamed')
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {choice?.kind === 'create' ? (
        <TextField
          label={t('name')}
          autoComplete="off"
          value={name}
          error={faults.name}
          onChange={(event) => onChange({ ...entry, name: event.target.value })}
        />
      ) : (
        <p className="min-w-0 self-center font-medium break-words">{shownName}</p>
      )}
      <Select
        label={t('choice', { name: shownName })}
        isLabelHidden={choice?.kind !== 'create'}
        value={choice === undefined ? '' : choice.kind === 'replace' ? choice.id : choice.kind}
        options={options}
        error={faults.choice}
        onChange={({ target }) => decide(target.value)}
      />
    </div>
  )
}

function ListChoices({ entry, onChange }: Pick<ImportEntryCardProps, 'entry' | 'onChange'>) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { found, chosen } = entry
  const lists = filterLists.filter((list) => found.texts.has(list))
  if (lists.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">{t('import.lists')}</legend>
      {lists.map((list) => (
        <Checkbox key={list} checked={chosen.has(list)} onChange={() => onChange(toggleList(entry, list))}>
          {t(`lists.${list}`)}{' '}
          <span className="text-muted tabular">{countValues(found.texts.get(list)?.length ?? 0).count}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Verdicts({ entry: { judged, found } }: Pick<ImportEntryCardProps, 'entry'>) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const parts = valueVerdicts.filter((verdict) => judged.counts[verdict] > 0)
  return (
    <>
      <p>
        {parts.length === 0
          ? t('import.noValues')
          : parts.map((verdict) => t(`import.counts.${verdict}`, countValues(judged.counts[verdict]))).join(' · ')}
      </p>
      {found.unplacedCells > 0 && <p className="text-muted">{t('file.left', countValues(found.unplacedCells))}</p>}
    </>
  )
}

function Replacement({ content, replaced }: { readonly content: ContentDraft; readonly replaced: FilterRecord }) {
  const t = useTranslations('filters.import')
  const countValues = useCountValues()
  const { added, removed } = useMemo(() => {
    const before = toFilterDraft(replaced).content
    const diffs = filterLists.map((list) => diffList(before[list], content[list]))
    const sum = (kind: 'added' | 'removed') => diffs.reduce((all, diff) => all + diff[kind], 0)
    return { added: sum('added'), removed: sum('removed') }
  }, [content, replaced])
  if (added + removed === 0) return <p className="text-muted">{t('replacesSame')}</p>
  return (
    <p className={removed > 0 ? 'text-warn-ink' : undefined}>
      {t('replaces', { added: countValues(added).count, removed: countValues(removed).count })}
    </p>
  )
}
