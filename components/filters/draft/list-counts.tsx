import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import type { FilterListName } from '@/lib/domain/filter-lists'

interface ListCountsProps<Column extends string> {
  readonly title: string
  readonly columns: readonly Column[]
  readonly nameOf: (column: Column) => string
  readonly lists: readonly FilterListName[]
  readonly renderCount: (column: Column, list: FilterListName) => ReactNode
}

export function ListCounts<Column extends string>(props: ListCountsProps<Column>) {
  const { title, columns, nameOf, lists, renderCount } = props
  const t = useTranslations('filters.lists')
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b text-left text-muted">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            {title}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1.5 pl-3 text-right font-medium">
              {nameOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr key={list} className="border-b align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {t(list)}
            </th>
            {columns.map((column) => (
              <td key={column} className="py-1.5 pl-3 text-right tabular">
                {renderCount(column, list)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
