'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { formatAccount } from '@/lib/features/white-list/domain/account'

import type { CompanyTabProps } from '../company-tab'
import { CopyableRow } from '../part/copyable-row'
import { PartView } from '../part/part-view'
import type { PartPage } from '../part/read-items'
import type { CompanyPartHandle } from '../part/use-company-part'
import { AccountCheck } from './account-check'
import { ListedFacts, type ListedSubject } from './listed-facts'

/** The numbers of accounts shown at first and added by each press; some companies have thousands. */
const INITIAL_COUNT = 20
const MORE_COUNT = 100

export function WhiteListTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('companies.whiteList')
  return (
    <PartView
      number={number}
      part="whiteList"
      calls={calls}
      title={t('title')}
      about={[t('about'), t('accountLater')].map((text) => (
        <p key={text}>{text}</p>
      ))}
    >
      {([page], part) => page && <Answer page={page} part={part} />}
    </PartView>
  )
}

function Answer({ page, part }: { readonly page: PartPage; readonly part: CompanyPartHandle }) {
  const t = useTranslations('companies.whiteList')
  const result = useMemo(() => readStoredAnswer('wpv.record', page.answer), [page.answer])
  if (result === undefined) return <CardBody>{t('unreadable')}</CardBody>
  const { subject } = result
  const proof = <EvidenceRows page={page} requestId={result.request_id} checkedAt={result.request_datetime} />
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

function AccountList({ subject }: { readonly subject: ListedSubject }) {
  const t = useTranslations('companies.whiteList')
  const countValues = useCountValues()
  const [visibleCount, setVisibleCount] = useState(INITIAL_COUNT)
  const { account_numbers: accounts, has_virtual_accounts: hasVirtual } = subject
  if (accounts === undefined || accounts === null) return null
  const more = Math.min(MORE_COUNT, accounts.length - visibleCount)
  return (
    <section className="border-t px-4 py-3">
      <h3 className="font-semibold">{t('accounts', countValues(accounts.length))}</h3>
      {hasVirtual === true && <p className="max-w-prose pt-1 text-sm text-muted">{t('virtual')}</p>}
      {accounts.length > 0 && (
        <ul className="mt-1.5 grid gap-x-8 sm:grid-cols-2">
          {accounts.slice(0, visibleCount).map((account) => (
            <li key={account} className="flex items-center justify-between gap-2 py-0.5 tabular">
              <span className="[overflow-wrap:anywhere]">{formatAccount(account)}</span>
              <CopyButton value={account} iconOnly label={t('copyAccount', { account: formatAccount(account) })} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button size="sm" className="mt-2" onClick={() => setVisibleCount(visibleCount + MORE_COUNT)}>
          {t('moreAccounts', countValues(more))}
        </Button>
      )}
    </section>
  )
}

interface EvidenceRowsProps {
  readonly page: PartPage
  /** The id that the answer itself contains. */
  readonly requestId: string | undefined
  readonly checkedAt: string | undefined
}

/** Shows the proof of the check: number and time of the request, and the hash of the stored answer. */
function EvidenceRows({ page, requestId, checkedAt }: EvidenceRowsProps) {
  const t = useTranslations('companies.whiteList.proof')
  const id = requestId ?? page.request_id ?? undefined
  return (
    <section className="border-t">
      <CardBody className="py-2.5">
        <h3 className="font-semibold">{t('title')}</h3>
        <DataList>
          {id !== undefined && (
            <CopyableRow label={t('requestId')} value={id} copyLabel={t('copyRequestId')}>
              <code className="font-mono text-sm break-all">{id}</code>
            </CopyableRow>
          )}
          <DataRow label={t('at')}>
            <Time instant={checkedAt ?? page.asked_at} />
          </DataRow>
          <CopyableRow label="SHA-256" value={page.sha256} copyLabel={t('copyHash')}>
            <code className="font-mono text-sm break-all">{page.sha256}</code>
          </CopyableRow>
        </DataList>
        <p className="max-w-prose pt-1 text-sm text-muted">{t('note')}</p>
      </CardBody>
    </section>
  )
}
