'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Channel } from '@/lib/contract/panel/channels'
import { formatDateTime } from '@/lib/domain/format/format'

import type { ChannelAction } from './channel-dialogs'
import { ChannelMenu } from './channel-menu'

interface ChannelRowProps {
  readonly channel: Channel
  readonly onAction: (action: ChannelAction) => void
}

export function ChannelRow({ channel, onAction }: ChannelRowProps) {
  const t = useTranslations('channels')
  const locale = useLocale()
  const { name, url_shown: url, kind, is_team: isTeam, previous_secret_until: until, last_delivered_at: last } = channel
  return (
    <TableRow className="align-top">
      <Cell isTitle>
        <span className="break-words">{name}</span>
        <code className="block font-mono text-sm wrap-anywhere text-muted">{url}</code>
        {channel.is_retired && <span className="block text-sm text-warn-ink">{t('retired')}</span>}
        {until !== null && (
          <span className="block text-sm text-muted">{t('overlap', { when: formatDateTime(until, locale) })}</span>
        )}
      </Cell>
      <Cell>{t(`kinds.${kind}`)}</Cell>
      <Cell className="text-muted">
        {t(isTeam ? 'team' : 'own')}
        {isTeam && channel.created_by !== null && <span className="block text-sm break-all">{channel.created_by}</span>}
      </Cell>
      <Cell>
        <ChannelState channel={channel} />
      </Cell>
      <Cell className="text-muted">{last === null ? t('never') : <Time instant={last} format="relative" />}</Cell>
      <Cell isEnd>
        <ChannelMenu channel={channel} onAction={onAction} />
      </Cell>
    </TableRow>
  )
}

function ChannelState({ channel }: { readonly channel: Channel }) {
  const t = useTranslations('channels')
  const counted = useCountValues()
  const { state, off_reason: reason, failing_since: since, waiting, dead } = channel
  return (
    <span className="flex flex-col items-start gap-1">
      {state === 'on' ? (
        <Badge tone="accent">{t('states.on')}</Badge>
      ) : (
        <Badge tone={reason === 'by_hand' ? 'neutral' : 'danger'}>{t(`states.${reason ?? 'by_hand'}`)}</Badge>
      )}
      {state === 'on' && since !== null && (
        <span className="text-sm text-warn-ink">
          {t('states.troubled')} <Time instant={since} />
        </span>
      )}
      {waiting > 0 && <span className="text-sm text-muted">{t('waiting', counted(waiting))}</span>}
      {dead > 0 && <span className="text-sm text-danger-ink">{t('dead', counted(dead))}</span>}
    </span>
  )
}
