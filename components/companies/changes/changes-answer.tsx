'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import { Select } from '@/components/ui/inputs/select'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { reportKrsChangeRow } from '@/lib/contract/report-rows'
import { shownText } from '@/lib/domain/events/event-text'
import { krsFieldKey } from '@/lib/domain/registers/krs-field-words'

import { FoldedText } from '../part/folded-text'
import { OldestFirstNote } from '../part/oldest-first-note'
import { PartEmpty, UnreadNote } from '../part/part-notes'
import { PeriodNote } from '../part/period-note'
import { type PartPages, readItems } from '../part/read-items'
import {
  type ChangedEntry,
  type ChangeKind,
  changeKind,
  type ChangeRow,
  countSections,
  groupEntries,
  hasRegisterMask,
} from './krs-changes'

const kinds: Readonly<Record<ChangeKind, { readonly icon: IconName; readonly tone: Tone }>> = {
  added: { icon: 'plus', tone: 'accent' },
  removed: { icon: 'minus', tone: 'warn' },
  changed: { icon: 'edit', tone: 'info' },
  said: { icon: 'info', tone: 'neutral' },
}

interface ChangesAnswerProps {
  readonly number: string
  readonly pages: PartPages
}

const ALL = ''

export function ChangesAnswer({ number, pages }: ChangesAnswerProps) {
  const t = useTranslations('companies-registers.changes')
  const names = useTranslations('register-names')
  const [chosen, setChosen] = useState(ALL)
  const { items, unread } = readItems(pages, reportKrsChangeRow)
  const sections = countSections(items)
  // A section that is missing from the new answer would show nothing.
  const section = sections.some(([name]) => name === chosen) ? chosen : ALL
  const shown = section === ALL ? items : items.filter((row) => row.section === section)
  const entries = groupEntries(shown)
  return (
    <>
      <PeriodNote pages={pages} source="krs_changes" />
      <UnreadNote count={unread} />
      {items.some(hasRegisterMask) && <p className="border-b px-4 py-1.5 text-sm text-muted">{t('registerMask')}</p>}
      {entries.length === 0 ? (
        unread === 0 && <PartEmpty title={t('empty')}>{t('emptyMeans')}</PartEmpty>
      ) : (
        <>
          <OldestFirstNote number={number} part="changes" days={items.map(({ change_date: day }) => day)} />
          <SectionFilter sections={sections} total={items.length} value={section} onChange={setChosen} />
          <ol className="divide-y" aria-label={names('changes.part')}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </>
  )
}

interface SectionFilterProps {
  readonly sections: ReturnType<typeof countSections>
  readonly total: number
  readonly value: string
  readonly onChange: (section: string) => void
}

function SectionFilter({ sections, total, value, onChange }: SectionFilterProps) {
  const t = useTranslations('companies-registers.changes')
  const countValues = useCountValues()
  if (sections.length < 2) return null
  const options = [
    { value: ALL, label: t('allSections', countValues(total)) },
    ...sections.map(([section, count]) => ({ value: section, label: `${section} (${count})` })),
  ]
  return (
    <div className="max-w-lg px-4 py-2.5">
      <Select
        label={t('section')}
        isLabelHidden
        options={options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function Entry({ entry: { day, number, rows } }: { readonly entry: ChangedEntry }) {
  const t = useTranslations('companies-registers.changes')
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <p className="flex flex-wrap items-baseline gap-x-2 sm:flex-col">
        <span className="font-medium whitespace-nowrap tabular">
          {day === undefined ? t('noDay') : <Time instant={day} format="date" />}
        </span>
        {number !== undefined && <span className="text-sm text-muted tabular">{t('entry', { number })}</span>}
      </p>
      <ul className="min-w-0 space-y-3">
        {rows.map((row, index) => (
          <ChangeLine key={index} row={row} />
        ))}
      </ul>
    </li>
  )
}

/** One field of an entry, before and after. The kind of change is given in words and by a sign. */
function ChangeLine({ row }: { readonly row: ChangeRow }) {
  const t = useTranslations('companies-registers')
  const fields = useTranslations('krs-fields')
  const { field, section } = row
  const kind = changeKind(row)
  const { icon, tone } = kinds[kind]
  const key = field ? krsFieldKey(field) : undefined
  const name = key === undefined ? (field ?? t('changes.noField')) : fields(key)
  return (
    <li className="space-y-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Badge tone={tone}>
          <Icon name={icon} size={11} />
          {t(`changes.kinds.${kind}`)}
        </Badge>
      </p>
      <Values row={row} kind={kind} name={name} />
      {section && (
        <p dir="auto" className="text-sm wrap-anywhere text-muted">
          {section}
        </p>
      )}
    </li>
  )
}

interface ValuesProps {
  readonly row: ChangeRow
  readonly kind: ChangeKind
  readonly name: string
}

function Values({ row, kind, name }: ValuesProps) {
  const t = useTranslations('companies-registers.changes')
  const before = shownText(row.old_value)
  const after = shownText(row.new_value)
  if (kind === 'said') return null
  return (
    <dl className={classNames('grid gap-x-3 gap-y-1', kind === 'changed' && 'sm:grid-cols-2')}>
      {before !== undefined && (
        <div>
          <dt className="sr-only">{t('before')}</dt>
          <dd className="text-muted line-through decoration-edge">
            <FoldedText text={before} of={`${name}: ${t('before')}`} />
          </dd>
        </div>
      )}
      {after !== undefined && (
        <div>
          <dt className="sr-only">{t('after')}</dt>
          <dd className="flex gap-2">
            {kind === 'changed' && (
              <span aria-hidden className="text-muted">
                →
              </span>
            )}
            <FoldedText text={after} of={`${name}: ${t('after')}`} />
          </dd>
        </div>
      )}
    </dl>
  )
}
