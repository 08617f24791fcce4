'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Chip } from '@/components/ui/chip'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { shownText } from '@/lib/domain/events/event-text'
import { monitorPath } from '@/lib/domain/routes'

type Monitor = PanelAnswer<'companies.get'>['monitors'][number]

/** The monitors of the company, a line each: tags, since when, the last event, and the way there. */
export function Watchers({ monitors }: { readonly monitors: readonly Monitor[] }) {
  return monitors.length === 0 ? null : (
    <ul className="space-y-1.5">
      {monitors.map((monitor) => (
        <li key={monitor.id}>
          <WatcherLine monitor={monitor} />
        </li>
      ))}
    </ul>
  )
}

function WatcherLine({
  monitor: { id, label, tags, created_at: since, last_event_at: last },
}: {
  readonly monitor: Monitor
}) {
  const t = useTranslations('companies.watch')
  const name = shownText(label)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {tags.map((tag) => (
        <Chip key={tag}>{shownText(tag)}</Chip>
      ))}
      {name !== undefined && <bdi className="text-ink">{name}</bdi>}
      <span>
        {t('since')} <Time instant={since} format="date" /> ·{' '}
        {last === null ? (
          t('noEvent')
        ) : (
          <>
            {t('lastEvent')} <Time instant={last} format="relative" />
          </>
        )}{' '}
        ·{' '}
        <Link href={asRoute(monitorPath(id))} className="text-accent-ink underline underline-offset-2">
          {t('open')}
        </Link>
      </span>
    </span>
  )
}
