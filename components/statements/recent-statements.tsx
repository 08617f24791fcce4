'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { sumUnits } from '@/components/meters/price'
import { usePriceWords } from '@/components/meters/use-price-words'
import { ResourceList } from '@/components/shared/resource-list'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { companyPath } from '@/lib/domain/routes'

type Company = PanelAnswer<'statements.companies'>['items'][number]

const companyColumns = {
  company: { isTitle: true, bar: 'w-64', line: 'h-9.5' },
  asked: { bar: 'w-40' },
  paid: { isEnd: true },
}

/** Companies whose statements the account has queried last; opening them again is free. */
export function RecentStatements() {
  const t = useTranslations('statements.page')
  const companies = useQuery(panelQuery('statements.companies', {}))
  return (
    <Card title={t('recent')}>
      <ResourceList
        query={companies}
        contentName={t('recentWhat')}
        expectedRows={4}
        empty={<EmptyState title={t('recentEmpty')}>{t('recentEmptyWhy')}</EmptyState>}
        label={t('recent')}
        columns={companyColumns}
        nameOf={t}
        keyOf={({ number }) => number}
        row={{ className: 'align-top' }}
        cells={({ number, name, parts }) => ({
          company: (
            <>
              <Link
                href={asRoute(companyPath(number, 'statements'))}
                className="text-accent-ink underline-offset-2 hover:underline"
              >
                <span dir="auto" className="break-words">
                  {name ?? number}
                </span>
              </Link>
              {name !== null && <span className="block text-sm font-normal text-muted tabular">{number}</span>}
            </>
          ),
          asked: parts.map(({ part, asked_at: at }) => (
            <span key={part} className="block">
              {t(`what_${part}`)} <Time instant={at} className="text-muted" />
            </span>
          )),
          paid: <PaidParts parts={parts} />,
        })}
      />
    </Card>
  )
}

function PaidParts({ parts }: Pick<Company, 'parts'>) {
  const t = useTranslations('statements.page')
  const words = usePriceWords()
  const units = sumUnits(parts)
  return units === null ? t('unknownCost') : words('rdf', units)
}
