'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { Card } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { importPath } from '@/lib/domain/routes'

import { describeChange } from './describe-change'
import { historyInput } from './monitor-detail-queries'

export function HistoryCard({ id, title }: { readonly id: string; readonly title: string }) {
  const t = useTranslations('monitors-detail.history')
  const history = useQuery(panelQuery('coverage.history', historyInput(id)))
  return (
    <Card title={title}>
      <QueryView
        query={history}
        skeleton={<SkeletonRows rows={3} />}
        contentName={t('what')}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="px-4 py-3.5 text-muted">{t('empty')}</p>}
      >
        {({ items }) => (
          <ol className="divide-y">
            {items.map((change) => (
              <Change key={keyOf(change)} change={change} />
            ))}
          </ol>
        )}
      </QueryView>
      <p className="border-t px-4 py-2.5 text-sm text-muted">{t('note')}</p>
    </Card>
  )
}

type MonitorChange = PanelAnswer<'coverage.history'>['items'][number]

/** Two bulk changes may affect a monitor at the same instant. */
const keyOf = ({ at, action, tags }: MonitorChange): string => JSON.stringify([at, action, tags?.added, tags?.removed])

function Change({ change }: { readonly change: MonitorChange }) {
  const t = useTranslations('monitors-detail.history')
  const { action, from, to } = describeChange(change)
  const undone = change.tags?.undone ?? change.import?.undone
  return (
    <li className="px-4 py-2.5">
      <p>{action === undefined ? change.action : t(`actions.${action}`)}</p>
      {(from !== undefined || to !== undefined) && (
        <p className="text-sm break-words text-muted">
          {t('fromTo', { from: from ?? t('nothing'), to: to ?? t('nothing') })}
        </p>
      )}
      <ImportLine monitorImport={change.import} />
      <TagLines tags={change.tags} />
      <Signature at={change.at} actor={change.actor} />
      {undone && <Signature label={t('undone')} at={undone.at} actor={undone.actor} />}
    </li>
  )
}

function ImportLine({ monitorImport }: { readonly monitorImport: MonitorChange['import'] }) {
  const t = useTranslations('monitors-detail.history')
  const countValues = useCountValues()
  if (monitorImport === undefined) return null
  const name = monitorImport.file_name === '' ? t('importPasted') : t('importFile', { name: monitorImport.file_name })
  return (
    <p className="flex flex-wrap gap-x-2 text-sm">
      <Link
        href={asRoute(importPath(monitorImport.id))}
        className="break-words text-accent-ink underline underline-offset-2"
      >
        {name}
      </Link>
      <span className="text-muted">{t('importSubjects', countValues(monitorImport.subjects))}</span>
    </p>
  )
}

function TagLines({ tags }: Pick<MonitorChange, 'tags'>) {
  const t = useTranslations('monitors-detail.history')
  if (tags === undefined) return null
  const { added, removed } = tags
  return (
    <>
      {added.length > 0 && <p className="text-sm break-words">{t('added', { tags: added.join(', ') })}</p>}
      {removed.length > 0 && <p className="text-sm break-words">{t('removed', { tags: removed.join(', ') })}</p>}
    </>
  )
}

type SignatureProps = { readonly label?: string; readonly at: string; readonly actor: string }

function Signature({ label, at, actor }: SignatureProps) {
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-muted">
      {label !== undefined && <span>{label}</span>}
      <Time instant={at} />
      <span className="break-all">{actor}</span>
    </p>
  )
}
