'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Select } from '@/components/ui/inputs/select'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { formatDateTime } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'
import type { WhiteListChange } from '@/lib/features/white-list/contract/runs'

import type { ShownRun } from './shown-run'

const INITIAL_CHANGES = 50
const MAX_CHANGES = 1000

export function RunChanges({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list.changes')
  const locale = useLocale()
  const countValues = useCountValues()
  const [chosen, setChosen] = useState(run.earlier[0]?.id ?? '')
  const [limit, setLimit] = useState(INITIAL_CHANGES)
  const changes = useQuery({
    ...panelQuery('whiteListRuns.changes', { params: { id: run.id }, query: { with: chosen, limit, offset: 0 } }),
    placeholderData: (before) => before,
  })
  return (
    <Card title={t('title')}>
      <CardBody className="grid gap-3">
        <div className="max-w-md">
          <Select
            label={t('with')}
            value={chosen}
            options={run.earlier.map(({ id, created_at }) => ({
              value: id,
              label: formatDateTime(created_at, locale),
            }))}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
        <QueryView query={changes} contentName={t('what')} skeleton={<SkeletonRows rows={3} />}>
          {({ items, total, compared, only_before, only_after }) => (
            <>
              <p role="status">
                {total === 0
                  ? t('none', countValues(compared))
                  : t('some', { ...countValues(total), of: countValues(compared).count })}
              </p>
              {only_before + only_after > 0 && (
                <p className="text-sm text-muted">
                  {t('apart', { before: countValues(only_before).count, after: countValues(only_after).count })}
                </p>
              )}
              {items.length > 0 && (
                <ul className="divide-y rounded-md border">
                  {items.map((change) => (
                    <ChangeItem key={`${change.kind}${change.number}${change.account ?? ''}`} change={change} />
                  ))}
                </ul>
              )}
              {total > items.length && limit < MAX_CHANGES && (
                <p>
                  <Button size="sm" isPending={changes.isFetching} onClick={() => setLimit(MAX_CHANGES)}>
                    {t('more')}
                  </Button>
                </p>
              )}
            </>
          )}
        </QueryView>
      </CardBody>
    </Card>
  )
}

interface ChangedLine {
  readonly key: string
  readonly from: string
  readonly to: string
}

function useChangedLines({ before, after }: WhiteListChange): readonly ChangedLine[] {
  const t = useTranslations('white-list')
  const noValue = '–'
  const wordsOf = (result: typeof before) => ({
    status: result?.status == null ? noValue : t(`statuses.${result.status}`),
    removed: result?.removed_on == null ? noValue : `${t('results.removed')} ${result.removed_on}`,
    verdict: result?.verdict == null ? noValue : t(`groups.account_${result.verdict}`),
  })
  const [previous, now] = [wordsOf(before), wordsOf(after)]
  return (['status', 'removed', 'verdict'] as const)
    .filter((key) => previous[key] !== now[key])
    .map((key) => ({ key, from: previous[key], to: now[key] }))
}

function ChangeItem({ change }: { readonly change: WhiteListChange }) {
  const t = useTranslations('white-list')
  const { kind, number, account, name } = change
  const lines = useChangedLines(change)
  return (
    <li className="px-3 py-2">
      <p>
        <Link
          href={asRoute(companyPath(number, 'whiteList'))}
          className="underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {kind.toUpperCase()} {number}
        </Link>
        {name !== null && <span dir="auto"> {name}</span>}
        {account !== null && <span className="block text-sm text-muted tabular">{account}</span>}
      </p>
      {lines.map(({ key, from, to }) => (
        <p key={key} className="text-sm">
          <span className="text-muted">{from}</span>
          <span aria-hidden> → </span>
          <span className="sr-only"> {t('changes.now')} </span>
          <strong className="font-medium">{to}</strong>
        </p>
      ))}
    </li>
  )
}
