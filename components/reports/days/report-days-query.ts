'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { usePermission } from '@/components/layout/viewer'
import { panelQuery } from '@/lib/client/queries'
import { serverNow } from '@/lib/domain/server-clock'

import type { Downloads } from '../downloads/use-downloads'
import type { Report } from '../report-index'
import type { DaySpan } from './day-range'

/** New reports are made after midnight; a minute is soon enough to see them. */
export const REFRESH_MS = 60_000
/** A download is entered when its last byte has gone; so long it is asked about more often. */
const AFTER_DOWNLOAD_MS = 30_000
const WATCHED_REFRESH_MS = 3_000

/** Who took what is asked for again. */
const refreshReportDays = (client: QueryClient) => client.invalidateQueries({ queryKey: ['panel', 'reportDays'] })

/** What the panel knows of the reports of some days, as it is now. `startedAt`: when a download began here last, epoch ms. */
export function useReportDays(span: DaySpan, startedAt: number) {
  const { allowed } = usePermission('reportDays.list')
  return useQuery({
    ...panelQuery('reportDays.list', { query: { from: span.from, to: span.to } }),
    enabled: allowed,
    refetchInterval: () => (serverNow() - startedAt < AFTER_DOWNLOAD_MS ? WATCHED_REFRESH_MS : REFRESH_MS),
  })
}

/** The same downloads; what they took is marked soon after. */
export function useMarkedDownloads(downloads: Downloads): { downloads: Downloads; startedAt: number } {
  const client = useQueryClient()
  const [startedAt, setStartedAt] = useState(0)
  const start = async (id: string, listed?: Report) => {
    await downloads.start(id, listed)
    setStartedAt(serverNow())
    await refreshReportDays(client)
  }
  return { downloads: { ...downloads, start }, startedAt }
}
