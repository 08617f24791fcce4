'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import { changedValues, diffList, type FilterDraft } from '../draft/filter-draft'
import { ListCounts } from '../draft/list-counts'
import type { ThreeWays } from '../draft/three-way-merge'

const columns = ['base', 'mine', 'theirs', 'merged'] as const

/** How long the lists are that either side touched: at the start, on each side, and merged. */
export function MergeCounts({ ways, merged }: { readonly ways: ThreeWays; readonly merged: FilterDraft }) {
  const t = useTranslations('filters.conflict')
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
      <ListCounts
        title={t('list')}
        columns={columns}
        nameOf={(column) => t(`sides.${column}`)}
        lists={lists}
        renderCount={(column, list) => <Count before={ways.base.content[list]} after={states[column].content[list]} />}
      />
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
