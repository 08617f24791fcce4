'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterListName } from '@/lib/contract/filters'

import type { ContentDraft } from './filter-draft'
import { shownFilterLists } from './filter-lists'
import { shownLabel } from './value-label'

const STEP = 120

function ReadOnlyList({ list, values }: { readonly list: FilterListName; readonly values: readonly string[] }) {
  const t = useTranslations('filters')
  const counted = useCountValues()
  const [limit, setLimit] = useState(STEP)
  return (
    <section className="py-3">
      <h3 className="mb-1.5 flex items-baseline gap-1.5 font-medium">
        {t(`lists.${list}`)}
        <span className="text-sm font-normal text-muted tabular">{counted(values.length).count}</span>
      </h3>
      <div className="flex flex-wrap gap-1">
        {values.length === 0 && <span className="text-sm text-muted">{t('editor.none')}</span>}
        {values.slice(0, limit).map((value, index) => (
          // Masked numbers may repeat, so the place is the key; the list is never edited here.
          <Badge key={index}>{shownLabel(list, value, false)}</Badge>
        ))}
      </div>
      {values.length > limit && (
        <Button size="sm" variant="ghost" onClick={() => setLimit(limit + 4 * STEP)}>
          {t('editor.more', { count: counted(values.length - limit).count })}
        </Button>
      )}
    </section>
  )
}

/** The eight lists for a role that may look but not change. */
export function ReadOnlyLists({ content }: { readonly content: ContentDraft }) {
  return (
    <div className="divide-y">
      {shownFilterLists.map((list) => (
        <ReadOnlyList key={list} list={list} values={content[list]} />
      ))}
    </div>
  )
}
