'use client'

import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useCallback, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useClock } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { toQueryKey } from '@/lib/client/queries'
import { formatDateTime, formatGrosz, formatInteger } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'
import { helpPath, routes } from '@/lib/domain/routes'
import type { OverageFigures } from '@/lib/domain/usage/overage'
import { isTooLarge, type Payment } from '@/lib/domain/usage/payment'
import { isPool } from '@/lib/domain/usage/pools'

import { asRoute } from '../as-route'
import { usePermission } from '../viewer'
import { type PaymentRemedy, findPaymentRemedy } from './payment-remedy'
import { ProviderLink } from './provider-link'

interface PaymentProps {
  readonly payment: Payment
}

/** Shows which limit was reached, when it resets and what else lifts it; the service's own message on request. */
export function PaymentRefusal({ payment }: PaymentProps) {
  return (
    <>
      <p className="font-medium">
        <PaymentTitle payment={payment} />
      </p>
      <ServiceWords payment={payment} />
      <Figures payment={payment} />
      <Reset payment={payment} />
      <RemedyLine payment={payment} />
    </>
  )
}

function PaymentTitle({ payment }: PaymentProps) {
  const { reason, pool } = payment
  const t = useTranslations('common.payment')
  const ofPools = useTranslations('pools')
  const name = pool !== undefined && isPool(pool) ? ofPools(`${pool}.inText`) : (pool ?? t('unnamedPool'))
  if (reason !== 'monthly' && reason !== 'daily') return t(`title.${reason}`)
  // The call was refused as a whole because it costs more than is left (decision 20: calls above the remaining units).
  return t(`title.${isTooLarge(payment) ? 'short' : reason}`, { pool: name })
}

/** The title says it in the reader's language. Only without a known reason the message, which is English, is all there is. */
function ServiceWords({ payment: { reason, words } }: PaymentProps) {
  const t = useTranslations('common.payment')
  if (words === undefined) return null
  return (
    <details open={reason === 'other'}>
      <summary className="w-fit">{t('words')}</summary>
      <p lang="en" className="break-words">
        {words}
      </p>
    </details>
  )
}

function Figures({ payment: { reason, limit, used } }: PaymentProps) {
  const t = useTranslations('common.payment')
  const locale = useLocale()
  if (limit === undefined || used === undefined) return null
  const format = reason === 'overage' ? formatGrosz : formatInteger
  return <p className="tabular">{t('figures', { used: format(used, locale), limit: format(limit, locale) })}</p>
}

/** `aria-live="off"` keeps the surrounding alert from reading out each minute of the countdown. */
function Reset({ payment: { resetsAt } }: PaymentProps) {
  const t = useTranslations('common.payment')
  const locale = useLocale()
  const now = useClock()
  if (resetsAt === undefined) return null
  const when = formatDateTime(resetsAt, locale)
  const leftMs = Date.parse(resetsAt) - now
  return (
    <p aria-live="off" className="tabular">
      <time dateTime={resetsAt} title={resetsAt}>
        {leftMs > 0 ? t('resets', { when, left: formatTimeLeft(leftMs, locale) }) : t('resetPassed', { when })}
      </time>
    </p>
  )
}

const raise = { href: routes.spendCap, label: 'raiseLink' } as const
const usage = { href: routes.usage, label: 'usageLink' } as const
const links: Partial<Record<PaymentRemedy, typeof raise | typeof usage>> = {
  raise,
  zeroCap: raise,
  monthly: usage,
  daily: usage,
  subscription: usage,
}

/** What only another plan or its renewal ends. */
const toProvider: readonly PaymentRemedy[] = ['monthly', 'plan', 'subscription', 'other']

function RemedyLine({ payment }: PaymentProps) {
  const t = useTranslations('common.payment.way')
  const { allowed } = usePermission('usage.setSpendCap')
  // Only the cached meter is used: explaining a refusal must not cause another call.
  const meter = useQueryClient().getQueryData<OverageFigures>(toQueryKey('usage.api', {}))
  const remedy = findPaymentRemedy(payment, { mayChangeCap: allowed, meter })
  const seesUsage = useSeesUsage()
  const link = remedy === 'subscription' && !seesUsage ? undefined : links[remedy]
  return (
    <p>
      {t(remedy)} {remedy === 'subscription' && seesUsage && t('usageSeen')}{' '}
      {toProvider.includes(remedy) && <ProviderLink />}{' '}
      {link && (
        <Link href={link.href} className="underline underline-offset-2">
          {t(link.label)}
        </Link>
      )}{' '}
      <Link href={asRoute(helpPath('calls-refused'))} className="underline underline-offset-2">
        {t('helpLink')}
      </Link>
    </p>
  )
}

/**
 * Some services then refuse to report the usage as well. No link is offered to a page that failed or that is already
 * open.
 */
function useSeesUsage(): boolean {
  const cache = useQueryClient().getQueryCache()
  const path = usePathname()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const hasFailed = () => cache.findAll({ queryKey: ['usage'] }).some(({ state }) => state.status === 'error')
  const isRefused = useSyncExternalStore(subscribe, hasFailed, hasFailed)
  return path !== routes.usage && !isRefused
}
