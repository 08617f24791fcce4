'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { companyPath } from '@/lib/domain/routes'

type Company = PanelAnswer<'statements.companies'>['items'][number]

/** Companies whose statements were paid for, each to be opened again without a charge. */
export function RecentCompanies() {
  const t = useTranslations('statements.page')
  const companies = useQuery(panelQuery('statements.companies', {}))
  return (
    <Card labelledBy="recent-companies">
      <CardHeader title={t('recent')} titleId="recent-companies" />
      <QueryView
        query={companies}
        what={t('recentWhat')}
        skeleton={<SkeletonRows rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('recentEmpty')}>{t('recentEmptyWhy')}</EmptyState>}
      >
        {({ items }) => (
          <Table label={t('recent')}>
            <TableHead>
              <HeaderCell>{t('company')}</HeaderCell>
              <HeaderCell>{t('asked')}</HeaderCell>
              <HeaderCell isEnd>{t('paid')}</HeaderCell>
            </TableHead>
            <TableBody>
              {items.map((company) => (
                <CompanyRow key={company.number} company={company} />
              ))}
            </TableBody>
          </Table>
        )}
      </QueryView>
    </Card>
  )
}

function CompanyRow({ company: { number, name, parts } }: { readonly company: Company }) {
  const t = useTranslations('statements.page')
  return (
    <TableRow className="align-top">
      <Cell isTitle>
        <Link
          href={asRoute(companyPath(number, 'statements'))}
          className="text-accent-ink underline-offset-2 hover:underline"
        >
          <span dir="auto" className="break-words">
            {name ?? number}
          </span>
        </Link>
        {name !== null && <span className="block text-sm font-normal text-muted tabular">{number}</span>}
      </Cell>
      <Cell>
        {parts.map(({ part, asked_at: at }) => (
          <span key={part} className="block">
            {t(`what_${part}`)} <Time instant={at} className="text-muted" />
          </span>
        ))}
      </Cell>
      <Cell isEnd>
        <Paid parts={parts} />
      </Cell>
    </TableRow>
  )
}

function Paid({ parts }: Pick<Company, 'parts'>) {
  const t = useTranslations('statements.page')
  const words = usePriceWords()
  const units = parts.map((part) => part.units)
  const known = units.filter((each) => each !== null)
  if (known.length < units.length) return t('unknownCost')
  return words(
    'rdf',
    known.reduce((sum, each) => sum + each, 0),
  )
}
