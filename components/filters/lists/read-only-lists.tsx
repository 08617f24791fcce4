'use client'

import { useTranslations } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import type { ContentDraft, ListFaults } from '../draft/filter-draft'
import { ListBrowser } from './list-browser'

const noFaults: ListFaults = new Map()
const nothingSaved: ReadonlySet<string> = new Set()

function ReadOnlyList({ list, values }: { readonly list: FilterListName; readonly values: readonly string[] }) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  return (
    <section className="py-3">
      <h3 className="mb-1.5 flex items-baseline gap-1.5 font-medium">
        {t(`lists.${list}`)}
        <span className="text-sm font-normal text-muted tabular">{counted(values.length).count}</span>
      </h3>
      {values.length === 0 ? (
        <span className="text-sm text-muted">{t('editor.none')}</span>
      ) : (
        <ListBrowser
          {...{ list, values }}
          filterId={undefined}
          saved={nothingSaved}
          faults={noFaults}
          isRevealed={false}
          edits={undefined}
        />
      )}
    </section>
  )
}

/** The eight lists for a role that may look but not change. */
export function ReadOnlyLists({ content }: { readonly content: ContentDraft }) {
  return (
    <div className="divide-y">
      {filterLists.map((list) => (
        <ReadOnlyList key={list} list={list} values={content[list]} />
      ))}
    </div>
  )
}
