'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Badge, type Tone } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import type { BzpAlert, BzpSend } from '@/lib/contract/panel/bzp-alerts'
import { isApiError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'

interface SendsDialogProps {
  readonly alert: BzpAlert
  readonly onClose: () => void
}

const REFRESH_MS = 10_000

/** Somebody deleted the alert meanwhile. */
const isGone = (error: unknown) => isApiError(error) && error.status === 404

/** What was sent about an alert, to whom, and how that fared. */
export function SendsDialog({ alert, onClose }: SendsDialogProps) {
  const t = useTranslations('bzp-alerts.sends')
  const sends = useQuery({
    ...panelQuery('bzpAlerts.sends', { params: { id: alert.id } }),
    refetchInterval: ({ state }) => (isGone(state.error) ? false : REFRESH_MS),
  })
  return (
    <Dialog title={t('title', { name: alert.name })} size="lg" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {isGone(sends.error) ? (
        <EmptyState title={t('gone')}>{t('goneText')}</EmptyState>
      ) : (
        <Sends sends={sends} alert={alert} />
      )}
    </Dialog>
  )
}

interface SendsProps extends Pick<SendsDialogProps, 'alert'> {
  readonly sends: UseQueryResult<PanelAnswer<'bzpAlerts.sends'>>
}

function Sends({ sends, alert }: SendsProps) {
  const t = useTranslations('bzp-alerts.sends')
  return (
    <QueryView
      query={sends}
      what={t('what')}
      skeleton={<SkeletonRows rows={3} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
    >
      {({ items }) => (
        <Table label={t('title', { name: alert.name })}>
          <TableHead>
            <HeaderCell>{t('when')}</HeaderCell>
            <HeaderCell>{t('kind')}</HeaderCell>
            <HeaderCell isEnd>{t('found')}</HeaderCell>
            <HeaderCell>{t('deliveries')}</HeaderCell>
          </TableHead>
          <TableBody>
            {items.map((send) => (
              <SendRow key={send.id} send={send} />
            ))}
          </TableBody>
        </Table>
      )}
    </QueryView>
  )
}

const tones: Readonly<Record<BzpSend['deliveries'][number]['state'], Tone>> = {
  sent: 'accent',
  waiting: 'warn',
  failed: 'danger',
  unsent: 'neutral',
}

function SendRow({ send: { at, kind, match_count: count, deliveries } }: { readonly send: BzpSend }) {
  const t = useTranslations('bzp-alerts.sends')
  const words = useTranslations('bzp-alerts')
  const counted = useCountValues()
  const locale = useLocale()
  return (
    <TableRow className="align-top">
      <Cell isTitle className="whitespace-nowrap">
        <Time instant={at} />
      </Cell>
      <Cell>{t(`kinds.${kind}`)}</Cell>
      <Cell isEnd>
        <span aria-hidden className="max-sm:hidden">
          {formatInteger(count, locale)}
        </span>
        <span className="sm:sr-only">{words('found', counted(count))}</span>
      </Cell>
      <Cell>
        {deliveries.length === 0 && <span className="text-muted">{t('nobody')}</span>}
        <ul className="space-y-1">
          {deliveries.map(({ recipient, state, error }) => (
            <li key={recipient} className="flex flex-wrap items-center gap-x-2">
              <span className="break-all">{recipient}</span>
              <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
              {error !== null && <span className="text-sm break-words text-muted">{error}</span>}
            </li>
          ))}
        </ul>
      </Cell>
    </TableRow>
  )
}
