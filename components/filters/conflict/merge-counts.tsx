'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import { changedValues, diffList, type FilterDraft } from '../draft/filter-draft'
import type { ThreeWays } from '../draft/three-way-merge'

const columns = ['base', 'mine', 'theirs', 'merged'] as const

/** How long the lists are that either side touched: at the start, on each side, and merged. */
export function MergeCounts({ ways, merged }: { readonly ways: ThreeWays; readonly merged: FilterDraft }) {
  const t = useTranslations('filters')
  const states = { ...ways, merged }
  const isTouched = (list: FilterListName) =>
    [ways.mine, ways.theirs].some(({ content }) => {
      const { added, removed } = changedValues(ways.base.content[list], content[list])
      return added.length + removed.length > 0
    })
  const lists = filterLists.filter(isTouched)
  if (lists.length === 0) return null
  return (
    <div className="scroll-x">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b text-left text-muted">
            <th scope="col" className="py-1.5 pr-3 font-medium">
              {t('conflict.list')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1.5 pl-3 text-right font-medium">
                {t(`conflict.sides.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lists.map((list) => (
            <tr key={list} className="border-b align-top">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {t(`lists.${list}`)}
              </th>
              {columns.map((column) => (
                <td key={column} className="py-1.5 pl-3 text-right tabular">
                  <Count before={ways.base.content[list]} after={states[column].content[list]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Count({ before, after }: { readonly before: readonly string[]; readonly after: readonly string[] }) {
  const t = useTranslations('filters.editor')
  const counted = useCountValues()
  const { added, removed } = diffList(before, after)
  return (
    <>
      {counted(after.length).count}
      <span className="block text-muted">
        {added > 0 && ` ${t('added', { count: counted(added).count })}`}
        {removed > 0 && ` ${t('removed', { count: counted(removed).count })}`}
      </span>
    </>
  )
}
