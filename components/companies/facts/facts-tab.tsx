'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import { formatZloty } from '@/lib/domain/format/format'

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
  const t = useTranslations('companies.facts')
  const locale = useLocale()
  const { pkd_codes: codes = [], share_capital_pln: capital } = record
  return (
    <CardBody className="py-1.5">
      <DataList>
        <TextRow label={t('name')} value={record.name} />
        <TextRow label="KRS" value={record.krs} />
        <TextRow label="NIP" value={record.nip} shown={record.nip && showNip(record.nip)} />
        <TextRow label="REGON" value={record.regon} />
        <TextRow label={t('form')} value={record.legal_form} />
        {record.status && (
          <DataRow label={t('state')}>
            <StateBadge status={record.status} />
          </DataRow>
        )}
        <TextRow label={t('address')} value={record.address} />
        <TextRow label={t('postcode')} value={record.postcode} />
        <DayRow label={t('registered')} day={record.registered_on} />
        <DayRow label={t('deregistered')} day={record.deregistered_on} />
        <TextRow
          label={t('capital')}
          value={capital === undefined ? undefined : String(capital)}
          shown={capital === undefined ? undefined : formatZloty(capital, locale)}
        />
        {codes.map((code, index) => (
          <TextRow key={code} label={t(index === 0 ? 'mainActivity' : 'otherActivity')} value={code} />
        ))}
        <TextRow label={t('id')} value={record.id} isCode />
      </DataList>
    </CardBody>
  )
}

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
