'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { CopyButton } from '@/components/ui/copy-button'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { foldText } from '@/lib/domain/fold'
import { shortName } from '@/lib/domain/format/short-name'
import { distinctiveName } from '@/lib/features/companies/domain/distinctive-name'

import { readRecord, type RecordFacts } from '../facts/read-record'
import { showNip } from './shown-number'
import { StateBadge } from './state-badge'

type CompanyAnswer = PanelAnswer<'companies.get'>

interface CompanyHeadProps {
  readonly companyAnswer: CompanyAnswer
  readonly actions: ReactNode
}

/** Shows the facts about the company that are free of charge: from the search, and from a record already paid for. */
export function CompanyHead({ companyAnswer, actions }: CompanyHeadProps) {
  const record = useStoredRecord(companyAnswer)
  const { name, status } = mergeFacts(companyAnswer, record)
  return (
    <header className="mb-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h1 className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-2.5 gap-y-1 text-title font-semibold tracking-tight">
          <bdi className="min-w-0 [overflow-wrap:anywhere]" title={name}>
            {name === undefined ? companyAnswer.number : shortName(name)}
          </bdi>
          {status && (
            <span className="flex font-normal tracking-normal">
              <StateBadge status={status} />
            </span>
          )}
        </h1>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <div className="mt-1 text-muted">
        <Facts companyAnswer={companyAnswer} record={record} />
      </div>
    </header>
  )
}

function useStoredRecord({ number, parts }: CompanyAnswer): RecordFacts {
  const isPaid = parts.some(({ part }) => part === 'record')
  const { data } = useQuery({
    ...panelQuery('companies.part', { params: { number, part: 'record' } }),
    enabled: isPaid,
  })
  return readRecord(data?.pages[0]?.answer)
}

/**
 * The search result is current, while a stored record dates from its request; only the record has an address and dates.
 */
function mergeFacts({ company }: CompanyAnswer, record: RecordFacts) {
  // The service may return an empty string for a missing value.
  const textField = (field: 'name' | 'status' | 'krs' | 'nip' | 'regon' | 'legal_form') =>
    company?.[field] || record[field]
  const name = textField('name')
  // Most names contain the legal form.
  const form = textField('legal_form')
  const isFormInName =
    name !== undefined &&
    (distinctiveName(name) !== name.trim() || (form !== undefined && foldText(name).includes(foldText(form))))
  return {
    name,
    status: textField('status'),
    krs: textField('krs'),
    nip: textField('nip'),
    regon: textField('regon'),
    about: [isFormInName ? undefined : form, record.address ?? company?.city],
  }
}

function Facts({ companyAnswer, record }: { readonly companyAnswer: CompanyAnswer; readonly record: RecordFacts }) {
  const { krs, nip, regon, about } = mergeFacts(companyAnswer, record)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
      {krs && <CopiedNumber kind="KRS" value={krs} />}
      {nip && <CopiedNumber kind="NIP" value={nip} />}
      {regon && <CopiedNumber kind="REGON" value={regon} />}
      {about.map((text) => text && <span key={text}>{text}</span>)}
      <Days record={record} />
    </p>
  )
}

function Days({ record: { registered_on: since, deregistered_on: until } }: { readonly record: RecordFacts }) {
  const t = useTranslations('companies.head')
  return (
    <>
      {since && (
        <span>
          {t('since')} <Time instant={since} format="date" />
        </span>
      )}
      {until && (
        <strong className="font-semibold text-danger-ink">
          {t('deregistered')} <Time instant={until} format="date" />
        </strong>
      )}
    </>
  )
}

interface CopiedNumberProps {
  readonly kind: 'KRS' | 'NIP' | 'REGON'
  readonly value: string
}

/** Shows `NIP 405-543-30-09`, with a button that copies the digits only. */
function CopiedNumber({ kind, value }: CopiedNumberProps) {
  const t = useTranslations('companies')
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap tabular">
      {kind} {kind === 'NIP' ? showNip(value) : value}
      <CopyButton value={value} iconOnly label={t('copyNumber', { kind })} />
    </span>
  )
}
