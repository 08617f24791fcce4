'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { whiteListRunPath } from '@/lib/domain/routes'
import type { WhiteListRun } from '@/lib/features/white-list/contract/runs'

import { RunStateBadge } from './run-state-badge'
import { runsInput } from './white-list-queries'

const POLL_MS = 3_000
const MAX_SHOWN = 200

const isInProgress = (items: readonly WhiteListRun[] | undefined): boolean =>
  items?.some(({ state }) => state === 'running') === true

export function RunsCard() {
  const t = useTranslations('white-list.runs')
  const [limit, setLimit] = useState(runsInput.query.limit)
  const runs = useQuery({
    ...panelQuery('whiteListRuns.list', { query: { limit, offset: 0 } }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (isInProgress(state.data?.items) ? POLL_MS : false),
  })
  return (
    <Card title={t('title')}>
      <QueryView
        query={runs}
        contentName={t('what')}
        skeleton={<SkeletonRows rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
      >
        {({ items, total }) => (
          <>
            <ul className="divide-y">
              {items.map((run) => (
                <RunItem key={run.id} run={run} />
              ))}
            </ul>
            {total > items.length && limit < MAX_SHOWN && (
              <p className="border-t px-4 py-3">
                <Button size="sm" isPending={runs.isFetching} onClick={() => setLimit(MAX_SHOWN)}>
                  {t('older')}
                </Button>
              </p>
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function RunItem({ run }: { readonly run: WhiteListRun }) {
  const t = useTranslations('white-list')
  const countValues = useCountValues()
  const { id, name, created_at, created_by, state, reason, schedule_id, numbers, answered, unsure, errors } = run
  const facts = [
    t('runs.numbers', countValues(numbers)),
    ...(answered < numbers
      ? [t('runs.answered', { done: countValues(answered).count, all: countValues(numbers).count })]
      : []),
    ...(errors > 0 ? [t('runs.errors', countValues(errors))] : []),
    ...(unsure > 0 ? [t('runs.unsure', countValues(unsure))] : []),
    created_by,
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">
          <Link
            href={asRoute(whiteListRunPath(id))}
            className="underline decoration-line underline-offset-2 hover:decoration-current"
          >
            {name === '' ? t('pasted') : name}, <Time instant={created_at} />
          </Link>
        </p>
        <p className="text-sm text-muted">
          {facts.join(' · ')}
          {schedule_id !== null && ` · ${t('runs.scheduled')}`}
        </p>
        {reason !== null && <p className="text-sm text-warn-ink">{t(`reasons.${reason}`)}</p>}
      </div>
      <RunStateBadge state={state} />
    </li>
  )
}
