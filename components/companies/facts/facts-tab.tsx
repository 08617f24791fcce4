'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import { recordFields, type RecordFieldName } from '@/lib/contract/record-fields'
import { formatZloty } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import type { CompanyTabProps } from '../company-tab'
import { showNip } from '../frame/shown-number'
import { StateBadge } from '../frame/state-badge'
import { PartView } from '../part/part-view'
import { readRecord, type RecordFacts } from './read-record'

/** Everything that the register has of the company in one record. */
export function FactsTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('companies.facts')
  return (
    <PartView number={number} part="record" calls={calls} title={t('title')} about={t('about')}>
      {(pages) => <Facts record={readRecord(pages[0]?.answer)} />}
    </PartView>
  )
}

function Facts({ record }: { readonly record: RecordFacts }) {
  return (
    <CardBody className="py-1.5">
      <DataList>
        {recordFields.map(({ name }) => (
          <FactRow key={name} name={name} record={record} />
        ))}
      </DataList>
    </CardBody>
  )
}

interface FactRowProps {
  readonly name: RecordFieldName
  readonly record: RecordFacts
}

/** Nothing where the service does not say. */
function FactRow({ name, record }: FactRowProps) {
  const t = useTranslations('companies.facts')
  const locale = useLocale()
  if (name === 'krs') return <TextRow label="KRS" value={record.krs} />
  if (name === 'regon') return <TextRow label="REGON" value={record.regon} />
  if (name === 'nip') return <TextRow label="NIP" value={record.nip} shown={record.nip && showNip(record.nip)} />
  if (name === 'registered_on' || name === 'deregistered_on') return <DayRow label={t(name)} day={record[name]} />
  if (name === 'pkd_codes') {
    return record.pkd_codes?.map((code, index) => (
      <TextRow key={code} label={t(index === 0 ? 'mainActivity' : 'otherActivity')} value={code} />
    ))
  }
  if (name === 'share_capital_pln') {
    return <TextRow label={t(name)} value={record[name]?.toString()} shown={zloty(record[name], locale)} />
  }
  if (name === 'status') return <StateRow label={t(name)} status={record.status} />
  return <TextRow label={t(name)} value={record[name]} isCode={name === 'id'} />
}

const StateRow = ({ label, status }: { readonly label: string; readonly status: string | undefined }) =>
  status && (
    <DataRow label={label}>
      <StateBadge status={status} />
    </DataRow>
  )

const zloty = (capital: number | undefined, locale: Locale): string | undefined =>
  capital === undefined ? undefined : formatZloty(capital, locale)

interface TextRowProps {
  readonly label: string
  /** What is copied; undefined: the service does not say, and the row is not there. */
  readonly value: string | undefined
  /** How it is shown, where that is not the same. */
  readonly shown?: string | undefined
  readonly isCode?: boolean
}

function TextRow({ label, value, shown = value, isCode = false }: TextRowProps) {
  const t = useTranslations('companies.facts')
  if (value === undefined) return null
  const text = <bdi className={isCode ? 'font-mono text-sm break-all' : '[overflow-wrap:anywhere]'}>{shown}</bdi>
  return (
    <DataRow label={label}>
      <Copied label={t('copy', { label })} value={value}>
        {text}
      </Copied>
    </DataRow>
  )
}

interface CopiedProps {
  readonly label: string
  readonly value: string
  readonly children: ReactNode
}

const Copied = ({ label, value, children }: CopiedProps) => (
  <span className="inline-flex items-center justify-end gap-1">
    {children}
    <span className="-my-1.5 flex">
      <CopyButton value={value} iconOnly label={label} />
    </span>
  </span>
)

function DayRow({ label, day }: { readonly label: string; readonly day: string | undefined }) {
  return day === undefined ? null : (
    <DataRow label={label}>
      <Time instant={day} format="date" />
    </DataRow>
  )
}
