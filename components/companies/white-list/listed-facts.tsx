'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import type { OperationAnswer } from '@/lib/client/client'

import { readVatStatus } from './vat-status'

export type ListedSubject = NonNullable<OperationAnswer<'wpv.record'>['subject']>
type ListedPerson = NonNullable<ListedSubject['representatives']>[number]

/** Shows status, addresses, dates with their legal bases, and persons. Fields without a value are omitted. */
export function ListedFacts({ subject }: { readonly subject: ListedSubject }) {
  const t = useTranslations('companies.whiteList')
  return (
    <CardBody className="py-1.5">
      <Status status={subject.status_vat ?? undefined} />
      <DataList>
        <TextRow label={t('name')} value={subject.name} />
        <TextRow label="PESEL" value={subject.pesel} />
        <TextRow label={t('workingAddress')} value={subject.working_address} />
        <TextRow label={t('residenceAddress')} value={subject.residence_address} />
        <DatedRow label={t('registered')} day={subject.registration_legal_date} />
        <DatedRow
          label={t('denied')}
          day={subject.registration_denial_date}
          basis={subject.registration_denial_basis}
        />
        <DatedRow label={t('removed')} day={subject.removal_date} basis={subject.removal_basis} />
        <DatedRow label={t('restored')} day={subject.restoration_date} basis={subject.restoration_basis} />
        <PersonsRow label={t('representatives')} persons={subject.representatives} />
        <PersonsRow label={t('clerks')} persons={subject.authorized_clerks} />
        <PersonsRow label={t('partners')} persons={subject.partners} />
      </DataList>
    </CardBody>
  )
}

function Status({ status }: { readonly status: string | undefined }) {
  const t = useTranslations('companies.whiteList')
  if (status === undefined) return <p className="py-2 text-muted">{t('statusUnsaid')}</p>
  const { kind, tone } = readVatStatus(status)
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b py-2">
      <span className="text-muted">{t('status')}</span>
      <Badge tone={tone}>{kind === undefined ? status : t(`statuses.${kind}`)}</Badge>
      {kind !== undefined && <span className="max-w-prose">{t(`statusMeans.${kind}`)}</span>}
    </p>
  )
}

type OptionalText = string | null | undefined

function TextRow({ label, value }: { readonly label: string; readonly value: OptionalText }) {
  return value ? (
    <DataRow label={label}>
      <bdi className="[overflow-wrap:anywhere]">{value}</bdi>
    </DataRow>
  ) : null
}

interface DatedRowProps {
  readonly label: string
  readonly day: OptionalText
  readonly basis?: OptionalText
}

function DatedRow({ label, day, basis }: DatedRowProps) {
  if (!day && !basis) return null
  return (
    <DataRow label={label}>
      {day && <Time instant={day} format="date" />}
      {basis && <span className="block text-sm text-muted">{basis}</span>}
    </DataRow>
  )
}

interface PersonsRowProps {
  readonly label: string
  readonly persons: readonly ListedPerson[] | null | undefined
}

function PersonsRow({ label, persons }: PersonsRowProps) {
  if (!persons || persons.length === 0) return null
  return (
    <DataRow label={label}>
      <ul className="space-y-0.5">
        {persons.map((person, index) => (
          <li key={index}>
            <Person person={person} />
          </li>
        ))}
      </ul>
    </DataRow>
  )
}

/** Shows a person, whose PESEL was masked before the answer was stored. */
function Person({ person }: { readonly person: ListedPerson }): ReactNode {
  const t = useTranslations('companies.whiteList')
  const { company_name: company, first_name: first, last_name: last, nip, pesel } = person
  const name = company || [first, last].filter(Boolean).join(' ')
  const numbers = [nip && `NIP ${nip}`, pesel && `PESEL ${pesel}`].filter(Boolean).join(', ')
  return (
    <>
      <bdi>{name === '' ? t('personUnsaid') : name}</bdi>
      {numbers !== '' && <span className="text-sm text-muted"> ({numbers})</span>}
    </>
  )
}
