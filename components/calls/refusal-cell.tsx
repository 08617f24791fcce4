'use client'

import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Link } from '@/components/ui/link'
import { numberIn } from '@/lib/domain/api-error'
import { formatGrosz, formatInteger } from '@/lib/domain/format/format'
import { helpPath, routes } from '@/lib/domain/routes'
import { isPool } from '@/lib/domain/usage/pools'
import type { RefusedCall } from '@/lib/features/calls/contract'

import { refusalReason, type WayOut } from './refusal-reason'

const hrefs: Readonly<Record<WayOut, string>> = {
  cap: routes.spendCap,
  usage: routes.usage,
  keys: routes.settingsApi,
  reference: routes.reference,
  help: helpPath('too-many-calls'),
}

/** The reason in words, and the way out. */
export function RefusalCell({ call }: { readonly call: RefusedCall }) {
  const t = useTranslations('calls')
  const { way } = refusalReason(call)
  return (
    <>
      <span className="tabular">{useReasonText(call)}</span>{' '}
      <Link href={asRoute(hrefs[way])} className="whitespace-nowrap underline underline-offset-2">
        {t(`ways.${way}`)}
      </Link>
    </>
  )
}

function useReasonText(call: RefusedCall): string {
  const t = useTranslations('calls')
  const ofPools = useTranslations('pools')
  const locale = useLocale()
  const { code, detail } = call
  const { reason } = refusalReason(call)
  const { fault, pool } = detail
  if (fault === 'deactivated' || fault === 'expired') return t(`faults.${fault}`)
  const format = reason === 'overage' ? formatGrosz : formatInteger
  return t(`reasons.${reason}`, {
    code,
    field: String(detail['field']),
    pool: typeof pool === 'string' && isPool(pool) ? ofPools(`${pool}.inText`) : '',
    limit: format(numberIn(detail, 'limit'), locale),
    used: format(numberIn(detail, 'used'), locale),
    requested: formatInteger(numberIn(detail, 'requested'), locale),
  })
}
