'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery, query } from '@/lib/client/queries'
import { findIdentifier, shownText } from '@/lib/domain/events/event-text'

import { MonitorActions } from './monitor-actions'
import { MonitorCards } from './monitor-cards'

type WatchingMonitor = PanelAnswer<'companies.get'>['monitors'][number]

/** Everything about the monitors that watch a company by any of its numbers. `number`: as in the page's address. */
export function CompanyMonitors({ number }: { readonly number: string }) {
  const monitors = useQuery(panelQuery('companies.get', { params: { number } })).data?.monitors ?? []
  return (
    <div className="space-y-8">
      {monitors.map((monitor) => (
        <CompanyMonitor key={monitor.id} monitor={monitor} hasOthers={monitors.length > 1} />
      ))}
    </div>
  )
}

interface CompanyMonitorProps {
  readonly monitor: WatchingMonitor
  readonly hasOthers: boolean
}

function CompanyMonitor({ monitor: { id, label, ...identified }, hasOthers }: CompanyMonitorProps) {
  const t = useTranslations('monitors-detail')
  const monitor = useQuery(query('monitors.get', { params: { id } }))
  const identifier = findIdentifier(identified)
  const number = identifier && t(`identifierOf.${identifier.kind}`, { type: identifier.type, value: identifier.value })
  const name = [number, shownText(label)].filter(Boolean).join(' · ')
  return (
    <section aria-label={t('watchedBy', { number: name })}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{t('watchedBy', { number: name })}</h2>
        {monitor.data !== undefined && (
          <div className="flex flex-wrap gap-2">
            <MonitorActions monitor={monitor.data} />
          </div>
        )}
      </div>
      <MonitorCards id={id} monitor={monitor} suffix={hasOthers ? name : undefined} />
    </section>
  )
}
