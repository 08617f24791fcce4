'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { readKeptAnswer } from '@/lib/client/companies/read-kept-answer'

import type { CompanyTabProps } from '../company-tab'
import type { PartPage } from '../part/asked-line'
import { PartView } from '../part/part-view'
import type { CompanyPartHandle } from '../part/use-company-part'
import { AccountCheck } from './account-check'
import { AccountList } from './account-list'
import { ListedFacts } from './listed-facts'
import { ProofRows } from './proof-rows'

/** What the VAT white list says of the company, and whether an account is on it. */
export function WhiteListTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('companies.whiteList')
  return (
    <PartView
      number={number}
      part="whiteList"
      calls={calls}
      title={t('title')}
      about={
        <>
          <p>{t('about')}</p>
          <p>{t('accountLater')}</p>
        </>
      }
    >
      {([page], part) => page && <Answer page={page} part={part} />}
    </PartView>
  )
}

function Answer({ page, part }: { readonly page: PartPage; readonly part: CompanyPartHandle }) {
  const t = useTranslations('companies.whiteList')
  const result = useMemo(() => readKeptAnswer('wpv.record', page.answer), [page.answer])
  if (result === undefined) return <CardBody>{t('unreadable')}</CardBody>
  const { subject } = result
  const proof = <ProofRows page={page} requestId={result.request_id} checkedAt={result.request_datetime} />
  if (result.found === false || !subject) {
    return (
      <>
        <CardBody className="space-y-1">
          <p className="font-semibold">{t('notFound')}</p>
          <p className="max-w-prose text-muted">{t('notFoundText')}</p>
        </CardBody>
        {proof}
      </>
    )
  }
  return (
    <>
      <ListedFacts subject={subject} />
      <AccountCheck subject={subject} checkedAt={result.request_datetime ?? page.asked_at} part={part} />
      <AccountList subject={subject} />
      {proof}
    </>
  )
}
