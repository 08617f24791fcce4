'use client'

import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { formatDateTime, formatDayMonth } from '@/lib/domain/format/format'
import { isKeyScope } from '@/lib/domain/key-scopes'

import { keyColumns } from './columns'
import { type ListedKey, keyHint, type KeyList, keyState } from './key-list'
import { useKeysNow } from './use-keys-now'

interface KeysTableProps {
  readonly list: KeyList
  readonly onRotate: (key: ListedKey) => void
  readonly onDeactivate: (key: ListedKey) => void
}

export function KeysTable({ list, onRotate, onDeactivate }: KeysTableProps) {
  const t = useTranslations('keys')
  const now = useKeysNow()
  return (
    <ResourceTable
      label={t('title')}
      columns={keyColumns}
      nameOf={(id) => t(`columns.${id}`)}
      rows={list.items}
      keyOf={({ id }) => id}
      cells={(apiKey) => {
        const state = keyState(apiKey, list, now)
        const isInactive = state === 'deactivated' || state === 'expired'
        const className = isInactive ? 'text-muted' : ''
        const name = (
          <>
            <span className="break-words">{apiKey.name ?? '—'}</span>
            <Limits apiKey={apiKey} />
          </>
        )
        return {
          name: { className, content: name },
          key: {
            className,
            content: <code className="font-mono text-sm whitespace-nowrap">{keyHint(apiKey)}</code>,
          },
          state: <StateBadge apiKey={apiKey} list={list} />,
          created: apiKey.created_at && <Time instant={apiKey.created_at} format="date" />,
          lastUsed: <LastUsed apiKey={apiKey} />,
          actions: !isInactive && (
            <span className="inline-flex flex-wrap justify-end gap-1">
              {state !== 'replaced' && <KeyButton apiKey={apiKey} action="rotate" onPress={onRotate} />}
              <KeyButton apiKey={apiKey} action="deactivate" onPress={onDeactivate} />
            </span>
          ),
        }
      }}
    />
  )
}

interface KeyProps {
  readonly apiKey: ListedKey
}

/** The key's permissions and allowed addresses; renders nothing for a key without restrictions. */
function Limits({ apiKey }: KeyProps) {
  const t = useTranslations('keys')
  const { scope = [], addresses = [] } = apiKey
  // An unknown scope of a newer service is shown unchanged.
  const words = scope.map((each) => (isKeyScope(each) ? t(`dialog.scopes.${each}`) : each))
  const limits = [...words, ...addresses]
  if (limits.length === 0) return null
  return <span className="block text-sm wrap-anywhere text-muted">{limits.join(' · ')}</span>
}

function LastUsed({ apiKey }: KeyProps) {
  const t = useTranslations('keys')
  const { last_used_at: lastUsedAt, last_operation: operation } = apiKey
  if (lastUsedAt === undefined) return '—'
  if (lastUsedAt === null) return t('never')
  return (
    <>
      <Time instant={lastUsedAt} format="relative" />
      {operation && <code className="block font-mono text-sm wrap-anywhere">{operation}</code>}
    </>
  )
}

function StateBadge({ apiKey, list }: KeyProps & Pick<KeysTableProps, 'list'>) {
  const t = useTranslations('keys')
  const locale = useLocale()
  const state = keyState(apiKey, list, useKeysNow())
  const { deactivated_at: deactivatedAt, expires_at: end } = apiKey
  if (state === 'refused') return <Badge tone="warn">{t('states.plan')}</Badge>
  if (state === 'deactivated') {
    return (
      <Badge title={deactivatedAt ?? ''}>
        {t('states.deactivated')} {t('deactivatedAt', { day: formatDayMonth(deactivatedAt ?? '', locale) })}
      </Badge>
    )
  }
  if (!end) return <Badge tone="accent">{t('states.active')}</Badge>
  const when = formatDateTime(end, locale)
  if (state === 'expired') return <Badge title={end}>{t('states.expired', { when })}</Badge>
  const tone = state === 'active' ? 'accent' : 'warn'
  return (
    <Badge tone={tone} title={end}>
      {t(state === 'replaced' ? 'states.replaced' : 'states.until', { when })}
    </Badge>
  )
}

interface KeyButtonProps extends KeyProps {
  readonly action: 'rotate' | 'deactivate'
  readonly onPress: (apiKey: ListedKey) => void
}

function KeyButton({ apiKey, action, onPress }: KeyButtonProps) {
  const t = useTranslations('keys')
  const { reason } = usePermission(`keys.${action}`)
  return (
    <Button
      size="sm"
      variant="ghost"
      className={action === 'deactivate' ? 'text-danger-ink!' : undefined}
      disabledReason={reason}
      aria-label={t(`${action}Named`, { name: apiKey.name ?? keyHint(apiKey) })}
      onClick={() => onPress(apiKey)}
    >
      {t(action)}
    </Button>
  )
}
