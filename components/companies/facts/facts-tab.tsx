'use client'

import { useLocale, useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import { recordFields } from '@/lib/contract/record-fields'
import { formatZloty } from '@/lib/domain/format/format'

import type { CompanyTabProps } from '../company-tab'
import { showNip } from '../frame/shown-number'
import { StateBadge } from '../frame/state-badge'
import { CopyableRow } from '../part/copyable-row'
import { PartView } from '../part/part-view'
import { readRecord, type RecordFacts } from './read-record'

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
        {recordFields.map((field) => (
          <FactRow key={field.name} field={field} record={record} />
        ))}
      </DataList>
    </CardBody>
  )
}

interface FactRowProps {
  readonly field: (typeof recordFields)[number]
  readonly record: RecordFacts
}

/** Renders nothing if the service does not return the field. */
function FactRow({ field: { name, kind }, record }: FactRowProps) {
  const t = useTranslations('companies.facts')
  const locale = useLocale()
  if (name === 'krs') return <TextRow label="KRS" value={record.krs} />
  if (name === 'regon') return <TextRow label="REGON" value={record.regon} />
  if (name === 'nip') return <TextRow label="NIP" value={record.nip} shown={record.nip && showNip(record.nip)} />
  if (kind === 'codes') {
    return record[name]?.map((code, index) => (
      <TextRow key={code} label={t(index === 0 ? 'mainActivity' : 'otherActivity')} value={code} />
    ))
  }
  const value = record[name]
  if (value === undefined) return null
  if (typeof value === 'number') {
    return <TextRow label={t(name)} value={value.toString()} shown={formatZloty(value, locale)} />
  }
  if (name === 'status' || kind === 'day') {
    return (
      <DataRow label={t(name)}>
        {kind === 'day' ? <Time instant={value} format="date" /> : <StateBadge status={value} />}
      </DataRow>
    )
  }
  return <TextRow label={t(name)} value={value} isCode={name === 'id'} />
}

interface TextRowProps {
  readonly label: string
  /** The text to copy; undefined if the service does not return it, and the row is then omitted. */
  readonly value: string | undefined
  /** The displayed text, if it differs from the copied one. */
  readonly shown?: string | undefined
  readonly isCode?: boolean
}

function TextRow({ label, value, shown = value, isCode = false }: TextRowProps) {
  const t = useTranslations('companies.facts')
  if (value === undefined) return null
  return (
    <CopyableRow label={label} value={value} copyLabel={t('copy', { label })}>
      <bdi className={isCode ? 'font-mono text-sm break-all' : '[overflow-wrap:anywhere]'}>{shown}</bdi>
    </CopyableRow>
  )
}
