'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { shownText } from '@/lib/domain/events/event-text'
import { filterPath, routes } from '@/lib/domain/routes'

/** The monitor's filter in its current state. It is read from the list, where a deleted filter causes no error. */
function useWatchedFilter(id: string) {
  const { data, error } = useQuery(query('filters.list', { query: {} }))
  const filter = data?.items.find((each) => each.id === id)
  return { filter, isGone: data !== undefined && filter === undefined, isUnknown: error !== null }
}

/** A monitor of a filter has no subject, so without a label it shows the filter's name. */
export function FilterName({ id, unnamed }: { readonly id: string; readonly unnamed: string }) {
  const t = useTranslations('monitors-detail.watchedFilter')
  const { filter, isGone } = useWatchedFilter(id)
  const name = shownText(filter?.name)
  if (isGone) return t('goneHeading')
  return name === undefined ? unnamed : t('heading', { name })
}

export function WatchedFilter({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail.watchedFilter')
  const countValues = useCountValues()
  const { filter, isGone, isUnknown } = useWatchedFilter(id)
  if (isGone) return t('gone')
  if (filter === undefined) return t(isUnknown ? 'unknown' : 'reading')
  return (
    <span className="grid justify-items-end">
      <Link href={asRoute(filterPath(id))} className="break-words text-accent-ink underline underline-offset-2">
        {shownText(filter.name) ?? t('unnamed')}
      </Link>
      <span className="text-sm text-muted">
        {filter.item_count !== undefined && t('items', countValues(filter.item_count))}
        {filter.updated_at !== undefined && (
          <>
            {' · '}
            {t('changed')} <Time instant={filter.updated_at} />
          </>
        )}
      </span>
    </span>
  )
}

export function FilterExpectation({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail.noEventsOf')
  const { filter, isGone } = useWatchedFilter(id)
  if (isGone) return t('nobody')
  return t(filter?.item_count === 0 ? 'emptyFilter' : 'filter')
}

export function SilentBanner({ id }: { readonly id: string }) {
  const t = useTranslations('monitors-detail.watchedFilter')
  const { filter, isGone } = useWatchedFilter(id)
  const { mode } = useViewer()
  if (isGone) {
    return (
      <Banner
        tone="danger"
        className="mb-4"
        action={
          mode === 'embedded' && (
            <Link href={routes.filters} className="underline underline-offset-2">
              {t('attach')}
            </Link>
          )
        }
      >
        {t('goneText')}
      </Banner>
    )
  }
  if (filter?.item_count !== 0) return null
  return (
    <Banner
      tone="warn"
      className="mb-4"
      action={
        <Link href={asRoute(filterPath(id))} className="underline underline-offset-2">
          {t('open')}
        </Link>
      }
    >
      {t('emptyText')}
    </Banner>
  )
}
