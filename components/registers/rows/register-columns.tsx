import type { ReactNode } from 'react'

import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import { shortName } from '@/lib/domain/format/short-name'
import type { PagedList } from '@/lib/domain/registers/register-rows'

import { amountText } from './amount-text'
import { flagIn, type RowFields, textIn, textListIn } from './row-fields'

export interface ColumnWords {
  readonly locale: Locale
  readonly fined: string
  readonly section: (section: string) => string
}

type ColumnName = keyof Messages['registers']['columns']

/** A column next to the one that names the row. */
export interface ListColumn {
  readonly id: ColumnName
  /** The column's track size in the CSS grid. */
  readonly width: string
  readonly isEnd?: true
  /** True to show it in the second line on phones. */
  readonly isOnPhone?: true
  readonly value: (fields: RowFields, words: ColumnWords) => ReactNode
}

interface ListColumns {
  /** The column that names the row. */
  readonly title: ColumnName
  readonly titleOf: (fields: RowFields) => string | undefined
  /** The text below the title. */
  readonly subtitleOf: (fields: RowFields) => string | undefined
  readonly columns: readonly ListColumn[]
}

const text = (name: string) => (fields: RowFields) => <span lang="pl">{textIn(fields, name) ?? '–'}</span>
const day = (name: string) => (fields: RowFields) => {
  const at = textIn(fields, name)
  return at === undefined ? '–' : <Time instant={at} format="date" />
}

const namesOf = (fields: RowFields, name: string): string | undefined => {
  const names = textListIn(fields, name)
  return names.length === 0 ? undefined : names.map(shortName).join(', ')
}
const nameOf = (fields: RowFields, name: string): string | undefined => {
  const fieldText = textIn(fields, name)
  return fieldText === undefined ? undefined : shortName(fieldText)
}
const joinParts = (...parts: (string | undefined)[]): string | undefined => {
  const presentParts = parts.filter((part) => part !== undefined)
  return presentParts.length === 0 ? undefined : presentParts.join(' · ')
}

/** The columns of each list; further fields are in the details of a row. */
export const registerColumns: { readonly [L in PagedList]: ListColumns } = {
  knf: {
    title: 'entity',
    titleOf: (fields) => nameOf(fields, 'name'),
    subtitleOf: (fields) => textIn(fields, 'identifier'),
    columns: [
      {
        id: 'section',
        width: '5rem',
        isOnPhone: true,
        value: (fields, words) => {
          const section = textIn(fields, 'section')
          return section === undefined ? '–' : words.section(section)
        },
      },
      { id: 'prosecutor', width: 'minmax(0,1fr)', value: text('prosecutor') },
      { id: 'notified', width: '7rem', isEnd: true, isOnPhone: true, value: day('notified_on') },
      { id: 'resolved', width: '7rem', isEnd: true, value: day('resolved_on') },
    ],
  },
  uokik: {
    title: 'parties',
    titleOf: (fields) => namesOf(fields, 'parties') ?? textIn(fields, 'number'),
    subtitleOf: (fields) => joinParts(textIn(fields, 'number'), textIn(fields, 'region')),
    columns: [
      { id: 'practice', width: 'minmax(0,0.8fr)', value: text('practice') },
      {
        id: 'fine',
        width: '5rem',
        isOnPhone: true,
        value: (fields, words) => (flagIn(fields, 'fined') === true ? <Badge tone="warn">{words.fined}</Badge> : null),
      },
      { id: 'industry', width: 'minmax(0,0.6fr)', value: text('industry') },
      { id: 'decided', width: '7rem', isEnd: true, isOnPhone: true, value: day('decided_on') },
    ],
  },
  clauses: {
    title: 'clause',
    titleOf: (fields) => textIn(fields, 'clause') ?? textIn(fields, 'case_signature'),
    subtitleOf: (fields) => joinParts(textIn(fields, 'number'), namesOf(fields, 'parties')),
    columns: [
      { id: 'industry', width: 'minmax(0,0.35fr)', value: text('industry') },
      { id: 'entered', width: '7rem', isEnd: true, isOnPhone: true, value: day('entered_on') },
    ],
  },
  sudop: {
    title: 'beneficiary',
    titleOf: (fields) => nameOf(fields, 'beneficiary_name') ?? textIn(fields, 'beneficiary_nip'),
    subtitleOf: (fields) => {
      const nip = textIn(fields, 'beneficiary_nip')
      return nip === undefined ? undefined : `NIP ${nip}`
    },
    columns: [
      { id: 'provider', width: 'minmax(0,0.7fr)', value: (fields) => nameOf(fields, 'provider_name') ?? '–' },
      { id: 'measure', width: 'minmax(0,0.8fr)', value: text('measure_name') },
      {
        id: 'grossPln',
        width: '8.5rem',
        isEnd: true,
        isOnPhone: true,
        value: (fields, { locale }) => amountText(textIn(fields, 'gross_value_pln') ?? '–', 'PLN', locale),
      },
      { id: 'granted', width: '7rem', isEnd: true, isOnPhone: true, value: day('granted_on') },
    ],
  },
}
