'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { SentTable } from '@/components/layout/sent/sent-table'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
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
        <SentTable
          label={t('title', { name: alert.name })}
          foundLabel={t('found')}
          messages={items.map((send) => ({
            ...send,
            found: <FoundCount count={send.match_count} />,
            copies: send.deliveries,
          }))}
        />
      )}
    </QueryView>
  )
}

/** On phones, where no head says what it is, with words. */
function FoundCount({ count }: { readonly count: number }) {
  const t = useTranslations('bzp-alerts')
  const counted = useCountValues()
  const locale = useLocale()
  return (
    <>
      <span aria-hidden className="max-sm:hidden">
        {formatInteger(count, locale)}
      </span>
      <span className="sm:sr-only">{t('found', counted(count))}</span>
    </>
  )
}
