'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { PageButtons } from '@/components/shared/page-buttons'
import { ResourceList } from '@/components/shared/resource-list'
import { useOperationNames } from '@/components/shared/use-operation-names'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { ConsoleName } from '@/lib/contract/console/console-operations'
import { formatDateTime } from '@/lib/domain/format/format'
import { isListOperation } from '@/lib/domain/registers/register-rows'
import type { RefusedCall } from '@/lib/features/calls/contract'

import { callsAddress, toCallsQuery } from './calls-address'
import { CallsFilter } from './calls-filter'
import { callColumns } from './columns'
import { RefusalCell } from './refusal-cell'

const REFRESH_MS = 5000

export function Calls() {
  const { allowed } = usePermission('calls.list')
  const { mode } = useViewer()
  if (!allowed) return <DeniedPage page="calls" />
  return mode === 'remote' ? <RemoteCalls /> : <CallList />
}

/** The calls of a remote service are known to that service only. */
function RemoteCalls() {
  const t = useTranslations('calls')
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState title={t('remote.title')}>{t('remote.text')}</EmptyState>
      </Card>
    </>
  )
}

function CallList() {
  const t = useTranslations('calls')
  const locale = useLocale()
  const { search, change } = useAddressSearch(callsAddress)
  const calls = useQuery({
    ...panelQuery('calls.list', toCallsQuery(search)),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const cellsOf = useCallCells(search.request)
  const since = calls.data?.since
  const next = calls.data?.next_before ?? null
  const isNarrowed = callsAddress.narrows(search)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <CallsFilter search={search} onChange={change} keys={calls.data?.keys ?? []} />
      <Card>
        <ResourceList
          query={calls}
          contentName={t('what')}
          expectedRows={8}
          empty={
            <EmptyState title={t(isNarrowed ? 'empty.narrowed' : 'empty.title')}>
              {since && t('empty.since', { when: formatDateTime(since, locale) })}
            </EmptyState>
          }
          label={t('title')}
          columns={callColumns}
          nameOf={(id) => t(`columns.${id}`)}
          keyOf={({ id }) => id}
          row={{ className: 'align-top' }}
          cells={cellsOf}
        />
      </Card>
      <PageButtons
        first={search.before !== undefined && { label: t('newest'), onPress: () => change({ before: undefined }) }}
        next={next !== null && { label: t('older'), onPress: () => change({ before: next }) }}
      />
    </>
  )
}

/** `requestId`: the one that was searched for; otherwise the first of a row is shown. */
function useCallCells(requestId: string | undefined) {
  const t = useTranslations('calls')
  const countValues = useCountValues()
  const nameOf = useOperationNameOf()
  return (call: RefusedCall) => {
    const id = requestId ?? call.request_ids[0] ?? ''
    return {
      at: (
        <>
          <Time instant={call.at} format="datetime" />
          {call.times > 1 && (
            <span className="block text-sm">
              {t('times', countValues(call.times))} <Time instant={call.last_at} format="time" />
            </span>
          )}
        </>
      ),
      caller: call.caller ?? t(`kinds.${call.kind}`),
      operation: nameOf(call),
      status: call.status,
      reason: <RefusalCell call={call} />,
      requestId: (
        <span className="flex items-center gap-1">
          <code className="truncate font-mono text-sm" title={id}>
            {id}
          </code>
          <CopyButton value={id} label={t('copy', { id })} iconOnly />
        </span>
      ),
    }
  }
}

/** Operations of the panel alone, such as the list of keys, are shown by their name of the contract. */
function useOperationNameOf(): (call: RefusedCall) => string {
  const t = useTranslations('calls')
  const console = useTranslations('console')
  const nameOf = useOperationNames()
  return ({ operation, kind }) => {
    if (operation === null) return t(kind === 'several' ? 'several' : 'unknownPath')
    // Safe: the name is used only if the console has words for it.
    const name = operation as ConsoleName
    return isListOperation(name) || name === 'msig.issues' || console.has(`operations.${name}` as 'title')
      ? nameOf(name)
      : operation
  }
}
