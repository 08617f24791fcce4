'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Chip } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { shownText } from '@/lib/domain/events/event-text'
import { monitorPath } from '@/lib/domain/routes'

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
    <header className="mb-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h1 className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-2.5 gap-y-1 text-title font-semibold tracking-tight">
          <bdi className="min-w-0 [overflow-wrap:anywhere]">{name ?? companyAnswer.number}</bdi>
          {status && (
            <span className="flex font-normal tracking-normal">
              <StateBadge status={status} />
            </span>
          )}
        </h1>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <div className="mt-1 space-y-1.5 text-muted">
        <Facts companyAnswer={companyAnswer} record={record} />
        <CompanyMonitors monitors={companyAnswer.monitors} />
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
  const place = record.address ?? company?.city
  return {
    name: textField('name'),
    status: textField('status'),
    krs: textField('krs'),
    nip: textField('nip'),
    regon: textField('regon'),
    about: [textField('legal_form'), place],
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

type Monitor = PanelAnswer<'companies.get'>['monitors'][number]

/** Lists the company's monitors with tags, start, last event, and a link. */
function CompanyMonitors({ monitors }: { readonly monitors: readonly Monitor[] }) {
  return monitors.length === 0 ? null : (
    <ul className="space-y-1.5">
      {monitors.map((monitor) => (
        <li key={monitor.id}>
          <CompanyMonitorLine monitor={monitor} />
        </li>
      ))}
    </ul>
  )
}

function CompanyMonitorLine({
  monitor: { id, label, tags, created_at: since, last_event_at: last },
}: {
  readonly monitor: Monitor
}) {
  const t = useTranslations('companies.watch')
  const name = shownText(label)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {tags.map((tag) => (
        <Chip key={tag}>{shownText(tag)}</Chip>
      ))}
      {name !== undefined && <bdi className="text-ink">{name}</bdi>}
      <span>
        {t('since')} <Time instant={since} format="date" /> ·{' '}
        {last === null ? (
          t('noEvent')
        ) : (
          <>
            {t('lastEvent')} <Time instant={last} format="relative" />
          </>
        )}{' '}
        ·{' '}
        <Link href={asRoute(monitorPath(id))} className="text-accent-ink underline underline-offset-2">
          {t('open')}
        </Link>
      </span>
    </span>
  )
}
