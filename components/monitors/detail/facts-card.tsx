'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { PersonalValue } from '@/components/shared/personal-value'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { SourceBadge } from '@/components/ui/source-badge'
import { Time } from '@/components/ui/time'
import type { OperationAnswer } from '@/lib/client/client'
import { findIdentifier, shownText } from '@/lib/domain/events/event-text'
import { isUnnamed } from '@/lib/domain/format/unnamed'

import { WatchedFilter } from './watched-filter'

type Monitor = OperationAnswer<'monitors.get'>

interface FactsProps {
  readonly monitor: Monitor
}

export function FactsCard({ monitor, title }: FactsProps & { readonly title: string }) {
  const t = useTranslations('monitors-detail')
  const { label, tags = [], created_at: createdAt, last_event_at: lastAt, last_event_source: source } = monitor
  return (
    <Card title={title}>
      <CardBody className="py-1.5">
        <DataList>
          <DataRow label={t(monitor.filter_id ? 'filter' : 'identifier')}>
            <Identifier monitor={monitor} />
          </DataRow>
          <NotNamed monitor={monitor} />
          <DataRow label={t('label')}>{shownText(label) ?? t('none')}</DataRow>
          <DataRow label={t('tags')}>
            {!tags || tags.length === 0 ? (
              t('none')
            ) : (
              <span className="flex flex-wrap justify-end gap-1">
                {tags.map((tag) => (
                  <Badge key={tag} title={shownText(tag)}>
                    <span className="max-w-40 truncate">{shownText(tag)}</span>
                  </Badge>
                ))}
              </span>
            )}
          </DataRow>
          <DataRow label={t(monitor.filter_id ? 'existsSince' : 'since')}>
            {createdAt ? <Time instant={createdAt} /> : t('unknown')}
          </DataRow>
          <DataRow label={t('lastEvent')}>
            {lastAt ? (
              <span className="inline-flex items-center gap-1.5">
                {source && <SourceBadge source={source} />}
                <Time instant={lastAt} />
              </span>
            ) : (
              t('noEvent')
            )}
          </DataRow>
          <DataRow label={t('number')}>
            <code className="font-mono text-xs break-all">{monitor.id}</code>
          </DataRow>
        </DataList>
        <NotNamedText monitor={monitor} />
      </CardBody>
    </Card>
  )
}

/** The text depends on the mode, because a remote service may not have looked up the subject yet. */
function NotNamed({ monitor }: FactsProps) {
  const t = useTranslations('monitors-detail.notNamed')
  const { mode } = useViewer()
  if (!isUnnamed(monitor)) return null
  return (
    <DataRow label={t('label')}>
      <Badge tone="warn">{t(mode)}</Badge>
    </DataRow>
  )
}

function NotNamedText({ monitor }: FactsProps) {
  const t = useTranslations('monitors-detail.notNamed')
  const { mode } = useViewer()
  if (!isUnnamed(monitor)) return null
  return <p className="border-t py-2 text-sm text-muted">{t(`${mode}Text`)}</p>
}

function Identifier({ monitor }: { readonly monitor: Monitor }) {
  const t = useTranslations('monitors-detail')
  const identifier = findIdentifier(monitor)
  if (identifier !== undefined) {
    const text = t(`identifierOf.${identifier.kind}`, { type: identifier.type, value: identifier.value })
    return identifier.kind === 'pesel' ? (
      <PersonalValue masked={text} source={{ kind: 'monitor', id: monitor.id }} className="justify-end" />
    ) : (
      text
    )
  }
  return monitor.filter_id ? <WatchedFilter id={monitor.filter_id} /> : t('none')
}
