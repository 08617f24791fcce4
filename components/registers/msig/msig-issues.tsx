'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { TableFileButtons } from '@/components/shared/table-file-buttons'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/inputs/select'
import { Link } from '@/components/ui/link'
import { ResourceTable, ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { type ValuedColumn, wholeTable } from '@/lib/domain/files/file-table'
import { formatInteger } from '@/lib/domain/format/format'
import { reportsOfDayPath } from '@/lib/domain/routes'

import { RegisterSource } from '../register-source'
import { FIRST_YEAR, issuesInput, msigAddress, yearOf } from './msig-search'

type Issue = OperationAnswer<'msig.issues'>['items'][number]

const issueColumns = { number: { isTitle: true }, day: {}, positions: { isEnd: true } }

/** Issues of Monitor Sądowy i Gospodarczy by year, free of charge. */
export function MsigIssues() {
  const t = useTranslations('registers.msig')
  const title = useTranslations('register-names')('msig.page')
  const { allowed } = usePermission('msig.issues')
  const { search, change } = useAddressSearch(msigAddress)
  const issues = useQuery({ ...query('msig.issues', issuesInput(search)), enabled: allowed })
  const items = issues.data?.items ?? []
  const now = yearOf(new Date(useClock()))
  if (!allowed) return <DeniedPage page="msig" />
  const years = Array.from({ length: now - FIRST_YEAR + 1 }, (_, yearsBack) => String(now - yearsBack))
  return (
    <>
      <PageHeader title={title} subtitle={t('subtitle')} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <div className="w-36">
          <Select
            label={t('year')}
            isLabelHidden
            options={years.map((year) => ({ value: year, label: year }))}
            value={String(search.year)}
            onChange={({ target: { value } }) => change({ year: Number(value) })}
          />
        </div>
        {items.length > 0 && (
          <span className="flex gap-1.5">
            <TableFileButtons
              name={`msig-${search.year}`}
              of={title}
              makeTables={() => [wholeTable('msig', fileColumns, items)]}
            />
          </span>
        )}
      </div>
      <Card>
        <QueryView
          query={issues}
          contentName={title}
          skeleton={<ResourceTableSkeleton columns={issueColumns} rows={10} />}
          isEmpty={() => items.length === 0}
          empty={<EmptyState title={t('empty', { year: String(search.year) })}>{t('emptyHint')}</EmptyState>}
        >
          {({ total }) => <IssueTable title={title} issues={items} total={total} />}
        </QueryView>
      </Card>
      <RegisterSource list="msig" />
    </>
  )
}

interface IssueTableProps {
  readonly title: string
  readonly issues: readonly Issue[]
  readonly total: number | undefined
}

function IssueTable({ title, issues, total }: IssueTableProps) {
  const t = useTranslations('registers.msig')
  const locale = useLocale()
  const countValues = useCountValues()
  const { allowed } = usePermission('reports.dailyIndex')
  return (
    <>
      <p className="border-b px-4 py-2 text-sm text-muted">
        {t('count', countValues(issues.length))}
        {total !== undefined && total > issues.length && ` ${t('ofAll', countValues(total))}`} · {t('free')}
      </p>
      <ResourceTable
        label={title}
        columns={{ ...issueColumns, ...(allowed && { report: { isEnd: true } }) }}
        nameOf={t}
        rows={issues}
        keyOf={({ id }) => id}
        cells={({ id, number, published_on: day, positions }) => ({
          number: t('issue', { number: number ?? id }),
          day: day === undefined ? '–' : <Time instant={day} format="date" />,
          positions: (
            <>
              {positions === undefined ? '–' : formatInteger(positions, locale)}
              <span className="unstacked:sr-only"> {t('positionsWord', countValues(positions ?? 0))}</span>
            </>
          ),
          report: day !== undefined && (
            <Link href={asRoute(reportsOfDayPath(day, 'msig'))} className="underline underline-offset-2">
              {t('reportOf')}
            </Link>
          ),
        })}
      />
    </>
  )
}

const fileColumns: readonly ValuedColumn<Issue>[] = [
  { name: 'numer', kind: 'text', width: 14, value: ({ number }) => number ?? '' },
  { name: 'dzien', kind: 'day', width: 12, value: ({ published_on: day }) => day ?? '' },
  { name: 'pozycje', kind: 'number', width: 10, value: ({ positions }) => positions ?? '' },
]
