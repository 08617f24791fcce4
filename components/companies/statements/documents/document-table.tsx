'use client'

import { useTranslations } from 'use-intl'

import { ResourceHead } from '@/components/ui/resource-table'
import { Table, TableBody } from '@/components/ui/table'
import type { PricedCall } from '@/lib/contract/prices'

import { documentColumns, DocumentRow } from './document-row'
import type { YearGroup } from './filed-items'

interface DocumentTableProps {
  readonly groups: readonly YearGroup[]
  readonly calls: readonly PricedCall[]
}

/** A body for each year, headed by it. */
export function DocumentTable({ groups, calls }: DocumentTableProps) {
  const t = useTranslations('statements.documents')
  return (
    <Table label={t('title')}>
      <ResourceHead columns={documentColumns} nameOf={t} />
      {groups.map(({ year, items }) => (
        <TableBody key={year ?? 'none'}>
          <tr className="max-sm:block">
            <th
              scope="rowgroup"
              colSpan={Object.keys(documentColumns).length}
              className="bg-hover/60 px-4 py-1.5 text-left text-sm font-semibold max-sm:block"
            >
              {year ?? t('noPeriod')}
            </th>
          </tr>
          {items.map((item, index) => (
            <DocumentRow key={`${index} ${item.id}`} item={item} calls={calls} />
          ))}
        </TableBody>
      ))}
    </Table>
  )
}
