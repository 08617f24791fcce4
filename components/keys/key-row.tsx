'use client'

import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { formatDayMonth } from '@/lib/domain/format/format'

import { type ListedKey, keyHint, type KeyList, keyState } from './key-list'

interface KeyRowProps {
  readonly apiKey: ListedKey
  readonly list: KeyList
  readonly onDeactivate: (key: ListedKey) => void
}

export function KeyRow({ apiKey, list, onDeactivate }: KeyRowProps) {
  const isGone = keyState(apiKey, list) === 'deactivated'
  const quiet = isGone ? 'text-muted' : undefined
  return (
    <TableRow>
      <Cell isTitle className={quiet}>
        <span className="break-words">{apiKey.name ?? '—'}</span>
      </Cell>
      <Cell className={quiet}>
        <code className="font-mono text-sm whitespace-nowrap">{keyHint(apiKey)}</code>
      </Cell>
      <Cell>
        <StateBadge apiKey={apiKey} list={list} />
      </Cell>
      <Cell className="text-muted">{apiKey.created_at && <Time instant={apiKey.created_at} format="date" />}</Cell>
      <Cell className="text-muted">
        <LastUsed at={apiKey.last_used_at} />
      </Cell>
      <Cell isEnd>{!isGone && <DeactivateButton apiKey={apiKey} onDeactivate={onDeactivate} />}</Cell>
    </TableRow>
  )
}

function LastUsed({ at }: { readonly at: string | null | undefined }) {
  const t = useTranslations('keys')
  if (at === undefined) return '—'
  return at === null ? t('never') : <Time instant={at} format="relative" />
}

function StateBadge({ apiKey, list }: Pick<KeyRowProps, 'apiKey' | 'list'>) {
  const t = useTranslations('keys')
  const locale = useLocale()
  const state = keyState(apiKey, list)
  if (state === 'active') return <Badge tone="accent">{t('states.active')}</Badge>
  if (state === 'refused') return <Badge tone="warn">{t('states.plan')}</Badge>
  const since = apiKey.deactivated_at ?? ''
  return (
    <Badge title={since}>
      {t('states.deactivated')} {t('deactivatedAt', { day: formatDayMonth(since, locale) })}
    </Badge>
  )
}

function DeactivateButton({ apiKey, onDeactivate }: Pick<KeyRowProps, 'apiKey' | 'onDeactivate'>) {
  const t = useTranslations('keys')
  const { reason } = usePermission('keys.deactivate')
  return (
    <Button
      size="sm"
      variant="ghost"
      className="text-danger-ink!"
      disabledReason={reason}
      aria-label={t('deactivateNamed', { name: apiKey.name ?? keyHint(apiKey) })}
      onClick={() => onDeactivate(apiKey)}
    >
      {t('deactivate')}
    </Button>
  )
}
