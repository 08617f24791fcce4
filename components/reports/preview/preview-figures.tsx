'use client'

import { useState, useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { FailureReason } from '@/components/layout/failed-query'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import { bodyLines } from '@/lib/client/body-lines'
import { lazyPanelCall } from '@/lib/client/queries'
import { monitorPath } from '@/lib/domain/routes'
import type { PreviewedReport, PreviewFigures } from '@/lib/features/report-preview/contract'

/** A report with more rows is counted only on request, because the service's file must be read to its end. */
const MAX_ROWS_COUNTED_AUTOMATICALLY = 20_000

interface MatchedMonitorsProps {
  readonly id: string
  readonly search: string
  readonly report: PreviewedReport
  readonly showsNames: boolean
}

/** Which of the account's monitors are in the report, counted on the server over all rows. */
export function MatchedMonitors({ id, search, report, showsNames }: MatchedMonitorsProps) {
  const t = useTranslations('report-preview.hits')
  const [isRequested, setIsRequested] = useState(false)
  const isWanted = isRequested || (report.row_count !== null && report.row_count <= MAX_ROWS_COUNTED_AUTOMATICALLY)
  const count = usePreviewCount({ id, search, showsNames }, isWanted)
  return (
    <Card title={t('title')} className="mt-4">
      <div className="px-4 py-3.5">
        {isWanted ? (
          <Figures {...count} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <p>{t('large')}</p>
            <Button size="sm" onClick={() => setIsRequested(true)}>
              {t('count')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function Figures({ figures, error }: PreviewCount) {
  const t = useTranslations('report-preview.hits')
  const countValues = useCountValues()
  if (error !== undefined) {
    return (
      <p role="alert" className="text-danger-ink">
        {t('failed')} <FailureReason error={error} />
      </p>
    )
  }
  if (figures === undefined) return <p role="status">{t('counting')}</p>
  const { end, read, monitored, matches } = figures
  return (
    <>
      <p role="status">
        {end === undefined ? t('countingFrom', countValues(read)) : t('monitored', countValues(monitored))}{' '}
        {matches !== null && t('matches', countValues(matches))}{' '}
        {end !== undefined && end.why !== 'whole' && t('partly', countValues(read))}
      </p>
      {end !== undefined && <MonitorList end={end} />}
    </>
  )
}

function MonitorList({ end }: { readonly end: NonNullable<PreviewFigures['end']> }) {
  const t = useTranslations('report-preview.hits')
  const countValues = useCountValues()
  if (end.monitors.length === 0) return null
  return (
    <>
      <ul className="mt-2 divide-y" aria-label={t('list')}>
        {end.monitors.map(({ id, name, hits }) => (
          <li key={id} className="flex justify-between gap-4 py-1.5">
            <Link
              href={asRoute(monitorPath(id))}
              prefetch={false}
              className="min-w-0 truncate text-accent-ink underline underline-offset-2"
            >
              {name}
            </Link>
            <span className="shrink-0 text-muted tabular">{t('rows', countValues(hits))}</span>
          </li>
        ))}
      </ul>
      {end.monitor_count > end.monitors.length && (
        <p className="mt-2 text-sm text-muted">{t('more', countValues(end.monitor_count - end.monitors.length))}</p>
      )}
    </>
  )
}

interface PreviewCount {
  readonly figures: PreviewFigures | undefined
  /** Set if counting failed. */
  readonly error: Error | undefined
}

type KeyedCount = PreviewCount & { readonly key: string }

/** Figures of the whole report, counted on the server; not requested before `isWanted`. */
function usePreviewCount(
  { id, search, showsNames }: Omit<MatchedMonitorsProps, 'report'>,
  isWanted: boolean,
): PreviewCount {
  const key = `${id} ${showsNames} ${search}`
  const [counted, setCounted] = useState<KeyedCount>()
  useEffect(() => {
    if (!isWanted) return undefined
    const controller = new AbortController()
    const setPart = (part: PreviewCount) => {
      if (!controller.signal.aborted) setCounted({ key, ...part })
    }
    readFigures({
      id,
      search,
      showsNames,
      signal: controller.signal,
      onFigures: (figures) => setPart({ figures, error: undefined }),
    }).catch((error: unknown) =>
      setPart({ figures: undefined, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => controller.abort()
  }, [id, search, showsNames, isWanted, key])
  return counted?.key === key && isWanted ? counted : { figures: undefined, error: undefined }
}

type CountRequest = Omit<MatchedMonitorsProps, 'report'> & {
  readonly signal: AbortSignal
  readonly onFigures: (figures: PreviewFigures) => void
}

async function readFigures({ id, search, showsNames, signal, onFigures }: CountRequest): Promise<void> {
  // The contract loads with the first call rather than with the page.
  const query = { ...(search !== '' && { search }), ...(showsNames && { persons: 'shown' as const }) }
  const { body } = await lazyPanelCall('reportPreview.count', { params: { report_id: id }, query }, { signal })
  let last: PreviewFigures | undefined
  for await (const line of bodyLines(body ?? new ReadableStream())) {
    // Safe: the panel and its page are one build, and the panel creates these lines by their schema.
    last = JSON.parse(line) as PreviewFigures
    onFigures(last)
  }
  if (last?.end === undefined) throw new Error('The count ended early')
}
