'use client'

import { useTranslations } from 'use-intl'

import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import type { PricedCall } from '@/lib/contract/prices'

import { DocumentRow } from './document-row'
import type { YearGroup } from './filed-items'

const COLUMNS = 6

interface DocumentTableProps {
  readonly groups: readonly YearGroup[]
  readonly calls: readonly PricedCall[]
}

/** A body for each year, headed by it. */
export function DocumentTable({ groups, calls }: DocumentTableProps) {
  const t = useTranslations('statements.documents')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('document')}</HeaderCell>
        <HeaderCell>{t('period')}</HeaderCell>
        <HeaderCell>{t('prepared')}</HeaderCell>
        <HeaderCell>{t('filed')}</HeaderCell>
        <HeaderCell>{t('language')}</HeaderCell>
        <HeaderCell isEnd>{t('file')}</HeaderCell>
      </TableHead>
      {groups.map(({ year, items }) => (
        <TableBody key={year ?? 'none'}>
          <tr className="max-sm:block">
            <th
              scope="rowgroup"
              colSpan={COLUMNS}
              className="bg-hover/60 px-4 py-1.5 text-left text-sm font-semibold max-sm:block"
            >
              {year ?? t('noPeriod')}
            </th>
          </tr>
          {items.map((item, index) => (
            <DocumentRow key={`${index} ${item.id}`} item={item} calls={calls} columns={COLUMNS} />
          ))}
        </TableBody>
      ))}
    </Table>
  )
}
