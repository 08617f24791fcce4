'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Badge, type Tone } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { warsawDay } from '@/lib/domain/calendar'
import { companyPath } from '@/lib/domain/routes'
import type { WhiteListRow } from '@/lib/features/white-list/contract/runs'
import { formatAccount } from '@/lib/features/white-list/domain/account'
import type { WhiteListStatus } from '@/lib/features/white-list/domain/groups'

/** One grid for head and rows; on phones the cells are stacked. */
export const RESULT_GRID =
  'grid grid-cols-1 gap-x-4 gap-y-1 md:grid-cols-[3.5rem_7.5rem_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1.1fr)]'

const statusTones: Readonly<Record<WhiteListStatus, Tone>> = {
  active: 'accent',
  exempt: 'info',
  unregistered: 'danger',
  not_found: 'warn',
}
const verdictTones: Readonly<Record<NonNullable<WhiteListRow['verdict']>, Tone>> = {
  listed: 'accent',
  not_listed: 'danger',
  cannot_tell: 'warn',
}

interface ResultRowProps {
  readonly row: WhiteListRow
  /** True if the row above came with the same request. */
  readonly isSameRequest: boolean
  readonly isRunning: boolean
}

export function ResultRow({ row, isSameRequest, isRunning }: ResultRowProps) {
  const t = useTranslations('white-list.results')
  const { line, kind, number, nip } = row
  return (
    <div role="presentation" className={RESULT_GRID}>
      <span role="cell" className="text-sm text-muted tabular">
        <span className="md:sr-only">{t('columns.line')} </span>
        {line}
      </span>
      <span role="cell" className="tabular">
        <Link
          href={asRoute(companyPath(number, 'whiteList'))}
          className="underline decoration-line underline-offset-2 hover:decoration-current"
        >
          <span className={kind === 'nip' ? 'sr-only' : ''}>{kind === 'nip' ? 'NIP ' : 'KRS '}</span>
          {number}
        </Link>
        {kind === 'krs' && nip !== null && <span className="block text-sm text-muted">NIP {nip}</span>}
      </span>
      <span role="cell" className="min-w-0">
        {row.name !== null && (
          <span className="block break-words" dir="auto">
            {row.name}
          </span>
        )}
        <Status row={row} isRunning={isRunning} />
      </span>
      <span role="cell" className="min-w-0">
        <Account row={row} />
      </span>
      <span role="cell" className="min-w-0 text-sm text-muted">
        <Answer row={row} isSameRequest={isSameRequest} />
      </span>
    </div>
  )
}

function Status({ row: { state, status, fault, removed_on }, isRunning }: Omit<ResultRowProps, 'isSameRequest'>) {
  const t = useTranslations('white-list')
  if (state === 'unsure') return <Badge tone="warn">{t('groups.unsure')}</Badge>
  if (state === 'error')
    return (
      <>
        <Badge tone="danger">{t('groups.error')}</Badge>{' '}
        {fault !== null && <span className="text-sm text-muted">{t(`results.faults.${fault}`)}</span>}
      </>
    )
  if (status === null) return <Badge>{t(isRunning ? 'results.queued' : 'groups.waiting')}</Badge>
  return (
    <>
      <Badge tone={statusTones[status]}>{t(`statuses.${status}`)}</Badge>
      {removed_on !== null && (
        <span className="text-sm text-muted">
          {' '}
          {t('results.removed')} <Time instant={removed_on} format="date" />
        </span>
      )}
    </>
  )
}

function Account({ row: { account, verdict } }: { readonly row: WhiteListRow }) {
  const t = useTranslations('white-list')
  if (account === null) return <span className="text-sm text-muted max-md:hidden">{t('results.noAccount')}</span>
  return (
    <>
      <span className="block text-sm tabular">{formatAccount(account)}</span>
      {verdict !== null && <Badge tone={verdictTones[verdict]}>{t(`groups.account_${verdict}`)}</Badge>}
    </>
  )
}

function Answer({
  row: { day, answered_at, request_id, sha256 },
  isSameRequest,
}: Pick<ResultRowProps, 'row' | 'isSameRequest'>) {
  const t = useTranslations('white-list.results')
  const isOther = day !== null && answered_at !== null && day !== warsawDay(new Date(answered_at))
  return (
    <>
      {day !== null && (
        <span className="block">
          {t('order_day')} <Time instant={day} format="date" />
          {isOther && <span className="text-warn-ink"> {t('otherDay')}</span>}
        </span>
      )}
      {answered_at !== null && (
        <span className="block">
          {t('asOf')} <Time instant={answered_at} />
        </span>
      )}
      {request_id !== null && !isSameRequest && (
        <span className="flex min-w-0 items-center gap-1">
          <code
            className="truncate font-mono"
            title={sha256 === null ? request_id : `${request_id} · SHA-256 ${sha256}`}
          >
            {request_id}
          </code>
          <CopyButton value={request_id} label={t('copyId')} iconOnly />
        </span>
      )}
    </>
  )
}
