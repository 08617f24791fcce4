'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { Card, CardBody, CardHeader } from '@/components/ui/card'
import type { PricedCall } from '@/lib/contract/prices'

import type { CompanyTabProps } from '../company-tab'
import { ExtractRow } from './extract-row'
import type { ExtractKind } from './use-extract'

const kinds: readonly ExtractKind[] = ['current', 'full', 'owners']

/** Extracts as files: from KRS, and of the beneficial owners. What is not in KRS has none. */
export function ExtractsTab({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('companies.extracts')
  const titleId = useId()
  const krs = company === null ? krsIn(number) : (company.krs ?? undefined)
  return (
    <Card labelledBy={titleId}>
      <CardHeader title={t('title')} titleId={titleId} />
      {krs === undefined ? (
        <CardBody className="text-muted">{t('noKrs')}</CardBody>
      ) : (
        <>
          <p className="max-w-prose px-4 pt-3 text-muted">{t('about')}</p>
          <ul className="divide-y">
            {kinds.map((kind) => (
              <li key={kind}>
                <ExtractRow kind={kind} krs={krs} call={callOf(calls, kind)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** A number that nothing finds, where it has the form of KRS numbers. */
const krsIn = (number: string): string | undefined => (/^0{3}\d{7}$/.test(number) ? number : undefined)

const callOf = (calls: readonly PricedCall[], kind: ExtractKind): PricedCall | undefined =>
  calls.find(({ name }) => name === (kind === 'owners' ? 'crbr.pdf' : 'krs.pdf'))
