'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import type { OwnSession } from '@/lib/contract/panel/profile'
import { deviceName } from '@/lib/domain/format/device-name'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'

const REFRESH_MS = 60_000

/** Where the person is signed in. */
export function SessionsCard() {
  const t = useTranslations('profile.sessions')
  const sessions = useQuery({ ...panelQuery('sessions.list', {}), refetchInterval: REFRESH_MS })
  const [isAsking, setIsAsking] = useState(false)
  const { end, endOthers } = useEndSessions(() => setIsAsking(false))
  const others = sessions.data?.items.filter(({ is_current: isCurrent }) => !isCurrent) ?? []
  return (
    <Card labelledBy="sessions-title">
      <CardHeader
        title={t('title')}
        titleId="sessions-title"
        aside={
          others.length > 0 && (
            <Button size="sm" onClick={() => setIsAsking(true)}>
              {t('endOthers')}
            </Button>
          )
        }
      />
      <QueryView query={sessions} what={t('what')} skeleton={<SkeletonRows rows={2} />}>
        {({ items }) => <SessionsTable items={items} onEnd={(id) => end.mutate({ params: { id } })} />}
      </QueryView>
      <ConfirmDialogLazy
        title={t('othersTitle')}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        confirmLabel={t('endOthers')}
        tone="danger"
        isPending={endOthers.isPending}
        onConfirm={() => endOthers.mutate({})}
      >
        <p>{t('othersText')}</p>
      </ConfirmDialogLazy>
    </Card>
  )
}

function useEndSessions(onSettled: () => void) {
  const t = useTranslations('profile.sessions')
  const locale = useLocale()
  const failed = (reason: string) => t('failed', { reason })
  const end = useAction('sessions.end', { done: t('ended'), failed })
  const endOthers = useAction('sessions.endOthers', {
    done: ({ ended }) => t('othersDone', { countNumber: ended, count: formatInteger(ended, locale) }),
    failed,
    onSettled,
  })
  return { end, endOthers }
}

interface SessionsTableProps {
  readonly items: readonly OwnSession[]
  readonly onEnd: (id: string) => void
}

function SessionsTable({ items, onEnd }: SessionsTableProps) {
  const t = useTranslations('profile.sessions')
  const locale = useLocale()
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.device')}</HeaderCell>
        <HeaderCell>{t('columns.where')}</HeaderCell>
        <HeaderCell>{t('columns.used')}</HeaderCell>
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.actions')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {items.map((session) => {
          const device = deviceName(session.device) ?? t('unknown')
          return (
            <TableRow key={session.id}>
              <Cell isTitle>
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium">{device}</span>
                  {session.is_current && <Badge tone="accent">{t('here')}</Badge>}
                </span>
                <span className="block text-sm font-normal text-muted">
                  {t(`method.${session.method}`)}
                  {session.account !== '' && `, ${t('account', { account: session.account })}`}
                </span>
              </Cell>
              <Cell className="break-all text-muted">{session.address}</Cell>
              <Cell className="text-muted">
                <Time instant={session.last_seen_at} format="relative" />
                <span className="text-sm max-sm:before:content-['_·_'] sm:block">
                  {t('since', { when: formatDateTime(session.created_at, locale) })}
                </span>
              </Cell>
              <Cell isEnd>
                {!session.is_current && (
                  <Button size="sm" aria-label={t('endNamed', { device })} onClick={() => onEnd(session.id)}>
                    {t('end')}
                  </Button>
                )}
              </Cell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
