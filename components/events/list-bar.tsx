'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { AssignButton } from '@/components/shared/assign-button'
import { SelectAll } from '@/components/shared/select-all'
import type { SelectedRows } from '@/components/shared/use-selected-rows'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'

import { type Feed, type FeedEvent, hasReview, reviewOf } from './feed-store'
import type { EventPages } from './use-event-pages'
import type { EventReviews } from './use-event-reviews'

interface ListBarProps {
  readonly list: EventPages['list']
  readonly total: number
  readonly feed: Feed
  readonly selection: SelectedRows<FeedEvent>
  readonly reviews: EventReviews
  /** Shown at the right while nothing is selected. */
  readonly children: ReactNode
}

/** The bar is always present, so that the first selection does not move the rows. */
export function ListBar({ list, total, feed, selection, reviews, children }: ListBarProps) {
  const t = useTranslations('events.bar')
  const countValues = useCountValues()
  const { chosen, clear } = selection
  const areReviewed = chosen.every((event) => hasReview(reviewOf(event, feed)))
  return (
    <div className="sticky top-0 z-10 flex min-h-12 flex-wrap items-center gap-2 border-b bg-side px-2 py-1.5">
      <SelectAll label={t('selectAll')} selection={selection} hintClass="@max-3xl:hidden" className="justify-center">
        {chosen.length === 0 ? t('hint') : t('selected', countValues(chosen.length))}
      </SelectAll>
      <span className="ml-auto flex flex-wrap justify-end gap-1.5">
        {chosen.length === 0 ? (
          children
        ) : (
          <>
            <Button
              size="sm"
              variant="primary"
              disabledReason={reviews.denied}
              onClick={() => void reviews.toggleReviewed(chosen)}
            >
              {t(areReviewed ? 'reopen' : 'review', countValues(chosen.length))}
            </Button>
            <AssignEvents feed={feed} events={chosen} reviews={reviews} />
            <SelectEverything list={list} total={total} selection={selection} />
            <Button size="sm" variant="ghost" onClick={clear}>
              {t('clearSelection')}
            </Button>
          </>
        )}
      </span>
    </div>
  )
}

interface SelectEverythingProps {
  readonly list: EventPages['list']
  readonly total: number
  readonly selection: SelectedRows<FeedEvent>
}

/** Once all loaded rows are selected, loads and selects the others too; pressed again, it stops. */
function SelectEverything({ list, total, selection }: SelectEverythingProps) {
  const t = useTranslations('events.bar')
  const countValues = useCountValues()
  const [isLoading, setIsLoading] = useState(false)
  const isStopped = useRef(false)
  useEffect(() => () => void (isStopped.current = true), [])
  const load = async () => {
    isStopped.current = false
    setIsLoading(true)
    let page = await list.fetchNextPage()
    while (!isStopped.current && page.data !== undefined) {
      selection.add(page.data.pages.at(-1)?.items ?? [])
      if (page.isError || !page.hasNextPage) break
      page = await list.fetchNextPage()
    }
    setIsLoading(false)
  }
  if (!isLoading && !(selection.isAll && list.hasNextPage)) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        if (isLoading) isStopped.current = true
        else void load()
      }}
    >
      {isLoading ? t('stop') : t('everything', countValues(total))}
    </Button>
  )
}

interface AssignEventsProps {
  readonly feed: Feed
  readonly events: readonly FeedEvent[]
  readonly reviews: EventReviews
}

export function AssignEvents({ feed, events, reviews }: AssignEventsProps) {
  const colleagues = useQuery(panelQuery('events.colleagues', {})).data?.items ?? []
  const [only] = events
  return (
    <AssignButton
      colleagues={colleagues}
      assignee={only !== undefined && events.length === 1 ? (reviewOf(only, feed)?.assignee ?? null) : undefined}
      denied={reviews.denied}
      onAssign={(assignee) => void reviews.change(events, { assignee })}
    />
  )
}
