'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { ResourceList } from '@/components/shared/resource-list'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import { deviceName } from '@/lib/domain/format/device-name'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'

const REFRESH_MS = 60_000

const sessionColumns = {
  device: { isTitle: true, bar: 'w-40', line: 'h-9.5' },
  where: { cell: 'break-all text-muted' },
  used: { cell: 'text-muted', bar: 'w-28' },
  actions: { isEnd: true, isUnnamed: true, bar: 'h-7 w-16' },
}

export function SessionsCard() {
  const t = useTranslations('profile.sessions')
  const locale = useLocale()
  const sessions = useQuery({ ...panelQuery('sessions.list', {}), refetchInterval: REFRESH_MS })
  const [isAsking, setIsAsking] = useState(false)
  const { end, endOthers } = useEndSessions(() => setIsAsking(false))
  const others = sessions.data?.items.filter(({ is_current: isCurrent }) => !isCurrent) ?? []
  return (
    <Card
      title={t('title')}
      aside={
        others.length > 0 && (
          <Button size="sm" onClick={() => setIsAsking(true)}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <ResourceList
        query={sessions}
        contentName={t('what')}
        expectedRows={2}
        label={t('title')}
        columns={sessionColumns}
        nameOf={(id) => t(`columns.${id}`)}
        keyOf={({ id }) => id}
        cells={(session) => {
          const device = deviceName(session.device) ?? t('unknown')
          return {
            device: (
              <>
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium">{device}</span>
                  {session.is_current && <Badge tone="accent">{t('here')}</Badge>}
                </span>
                <span className="block text-sm font-normal text-muted">
                  {t(`method.${session.method}`)}
                  {session.account !== '' && `, ${t('account', { account: session.account })}`}
                </span>
              </>
            ),
            where: session.address,
            used: (
              <>
                <Time instant={session.last_seen_at} format="relative" />
                <span className="text-sm stacked:before:content-['_·_'] unstacked:block">
                  {t('since', { when: formatDateTime(session.created_at, locale) })}
                </span>
              </>
            ),
            actions: !session.is_current && (
              <Button
                size="sm"
                aria-label={t('endNamed', { device })}
                onClick={() => end.mutate({ params: { id: session.id } })}
              >
                {t('end')}
              </Button>
            ),
          }
        }}
      />
      <ConfirmDialogLazy
        title={t('othersTitle')}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
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
