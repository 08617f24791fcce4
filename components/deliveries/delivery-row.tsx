'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import type { DeliveryState } from '@/lib/domain/delivery/delivery-states'
import { formatInteger } from '@/lib/domain/format/format'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'warn',
  delivered: 'accent',
  dead: 'danger',
  cancelled: 'neutral',
}

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }) {
  const t = useTranslations('deliveries.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

interface DeliveryRowProps {
  readonly delivery: ListedDelivery
  readonly onOpen: (id: string) => void
}

export function DeliveryRow({ delivery, onOpen }: DeliveryRowProps) {
  const t = useTranslations('deliveries')
  const errors = useTranslations('delivery-errors')
  const locale = useLocale()
  const counted = useCountValues()
  const { id, title, channel, receiver, state, error, status, next_at: next, attempts, created_at: at } = delivery
  return (
    <TableRow className="align-top">
      <Cell isTitle>
        <button
          type="button"
          className="text-left break-words underline underline-offset-2"
          aria-label={t('open', { title })}
          onClick={() => onOpen(id)}
        >
          {title}
        </button>
      </Cell>
      <Cell className="text-muted sm:whitespace-nowrap">
        <Time instant={at} />
      </Cell>
      <Cell className="sm:min-w-48">
        <span className="wrap-anywhere">{receiver ?? t('hidden')}</span>
        <span className="block text-sm text-muted">{t(`kinds.${channel}`)}</span>
      </Cell>
      <Cell>
        <DeliveryStateBadge state={state} />
        {error !== null && (
          <span className="block text-sm text-muted">
            {errors(error)}
            {status === null ? '' : ` (${status})`}
          </span>
        )}
        {next !== null && attempts > 0 && (
          <span className="block text-sm text-muted">
            {t('retry')} <Time instant={next} />
          </span>
        )}
      </Cell>
      <Cell isEnd>
        <span aria-hidden className="max-sm:hidden">
          {formatInteger(attempts, locale)}
        </span>
        <span className="text-sm text-muted sm:sr-only">{t('attemptsOf', counted(attempts))}</span>
      </Cell>
    </TableRow>
  )
}
