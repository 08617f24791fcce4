'use client'

import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { PanelAnswer } from '@/lib/client/client'
import { toPanelKey, lazyPanelCall } from '@/lib/client/queries'
import { monitorPath } from '@/lib/domain/routes'

type Page = PanelAnswer<'imports.monitors'>

const PAGE = 100

const monitorsQuery = (id: string) => {
  const first = { params: { id }, query: { limit: PAGE } }
  return infiniteQueryOptions({
    queryKey: [...toPanelKey('imports.monitors', first), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...first.query, ...(pageParam !== undefined && { after: pageParam }) }
      return lazyPanelCall('imports.monitors', { ...first, query }, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.next_after ?? undefined,
  })
}

export function ImportedMonitors({ id }: { readonly id: string }) {
  const t = useTranslations('imports-history')
  const monitors = useInfiniteQuery(monitorsQuery(id))
  return (
    <QueryView query={monitors} skeleton={<SkeletonRows rows={3} />} contentName={t('monitors')}>
      {({ pages }) => (
        <div className="rounded-md border">
          <ul aria-label={t('monitors')} className="max-h-96 divide-y overflow-y-auto text-sm">
            {pages
              .flatMap(({ items }) => items)
              .map((item) => (
                <Line key={`${item.monitor_id} ${item.effect}`} item={item} />
              ))}
          </ul>
          {monitors.hasNextPage && (
            <p className="border-t px-3 py-2">
              <Button size="sm" isPending={monitors.isFetchingNextPage} onClick={() => void monitors.fetchNextPage()}>
                {t('more')}
              </Button>
            </p>
          )}
        </div>
      )}
    </QueryView>
  )
}

function Line({ item }: { readonly item: Page['items'][number] }) {
  const t = useTranslations('imports-history')
  const { mode } = useViewer()
  const { monitor_id: id, effect, identifier_type: type, identifier, label, tags, state, line, named } = item
  return (
    <li className="flex flex-wrap gap-x-3 px-3 py-1.5">
      <Link href={asRoute(monitorPath(id))} className="text-accent-ink tabular underline underline-offset-2">
        {type === 'subject_id' ? 'UUID' : type.toUpperCase()} {identifier}
      </Link>
      {label !== '' && <span className="min-w-0 break-words">{label}</span>}
      {tags.length > 0 && <span className="min-w-0 break-words text-muted">{tags.join(', ')}</span>}
      {line !== null && <span className="text-muted tabular">{t('line', { line: String(line) })}</span>}
      {named === false && <Badge tone="warn">{t(`rowNotNamed.${mode}`)}</Badge>}
      <span className="ml-auto">{t(`effect.${effect}`)}</span>
      {state !== 'kept' && <span className="text-muted">{t(`rowStates.${state}`)}</span>}
    </li>
  )
}
