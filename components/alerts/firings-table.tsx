'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { Delivery, Firing } from '@/lib/contract/panel/spend-alerts'

import { useAlertText } from './use-alert-text'

export function FiringsTable({ firings }: { readonly firings: readonly Firing[] }) {
  const t = useTranslations('alerts.firings')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.rule')}</HeaderCell>
        <HeaderCell>{t('columns.at')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.value')}</HeaderCell>
        <HeaderCell>{t('columns.mails')}</HeaderCell>
      </TableHead>
      <TableBody>
        {firings.map((firing) => (
          <FiringRow key={firing.id} firing={firing} />
        ))}
      </TableBody>
    </Table>
  )
}

function FiringRow({ firing }: { readonly firing: Firing }) {
  const t = useTranslations('alerts.firings')
  const text = useAlertText()
  const { deliveries } = firing
  return (
    <TableRow>
      <Cell isTitle>{text.rule(firing, [firing.threshold])}</Cell>
      <Cell className="whitespace-nowrap text-muted">
        <Time instant={firing.at} />
      </Cell>
      <Cell isEnd>{text.value(firing.basis, firing)}</Cell>
      <Cell>
        {deliveries.length === 0 ? (
          <span className="text-muted">{t('withHigher')}</span>
        ) : (
          <ul className="space-y-1">
            {deliveries.map((delivery, at) => (
              <DeliveryLine key={delivery.recipient ?? at} delivery={delivery} />
            ))}
          </ul>
        )}
      </Cell>
    </TableRow>
  )
}

const tones: Record<Delivery['state'], Tone> = { sent: 'accent', waiting: 'warn', failed: 'danger', unsent: 'neutral' }

/** Address, state, and why not yet. */
function DeliveryLine({ delivery }: { readonly delivery: Delivery }) {
  const t = useTranslations('alerts.firings')
  const { recipient, state, error, next_at: nextAt } = delivery
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      {recipient !== null && <span className="break-all">{recipient}</span>}
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {error !== null && <span className="text-sm break-words text-muted">{error}</span>}
      {nextAt !== null && (
        <span className="text-sm text-muted">
          {t('nextAt')} <Time instant={nextAt} format="time" />
        </span>
      )}
    </li>
  )
}
