'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'

export type Connection = PanelAnswer<'connection.read'>
type Check = Connection['check']

/** Which key the panel asks with, and what the service made of it just now. */
export function ConnectionDetails({ connection }: { readonly connection: Connection }) {
  const t = useTranslations('keys.connection')
  const { check, host, key } = connection
  return (
    <CardBody>
      <DataList>
        <DataRow label={t('state')}>
          <Badge tone={check.state === 'ok' ? 'accent' : 'danger'}>{t(`states.${check.state}`)}</Badge>
        </DataRow>
        <DataRow label={t('host')}>
          <code className="font-mono text-sm break-all">{host ?? t('unknown')}</code>
        </DataRow>
        <DataRow label={t('source')}>{t(`sources.${key.source}`)}</DataRow>
        <DataRow label={t('fingerprint')}>
          <code className="font-mono text-sm">{key.fingerprint === null ? t('unknown') : `…${key.fingerprint}`}</code>
        </DataRow>
        <CheckRows check={check} />
      </DataList>
      <p className="mt-2 text-sm text-muted">{t(`advice.${check.state}`)}</p>
      <p className="mt-2 text-sm text-muted">
        {t('fingerprint')}: {t('fingerprintHint')}
      </p>
    </CardBody>
  )
}

function CheckRows({ check }: { readonly check: Check }) {
  const t = useTranslations('keys.connection')
  return (
    <>
      <DataRow label={t('latency')}>{t('milliseconds', { ms: check.latency_ms })}</DataRow>
      <DataRow label={t('rateLimit')}>
        <RateLimit limit={check.rate_limit} />
      </DataRow>
      {check.message !== null && (
        <DataRow label={t('said')}>
          <span className="wrap-anywhere">{saidBy(check)}</span>
        </DataRow>
      )}
      <DataRow label={t('checked')}>
        <Time instant={check.checked_at} format="datetime" />
      </DataRow>
    </>
  )
}

/** `HTTP 402 payment_required: No active subscription`. */
export const saidBy = ({ status, code, message }: Check): string =>
  [status === null ? '' : `HTTP ${status}`, code === null ? '' : `${code}:`, message ?? '']
    .filter((part) => part !== '')
    .join(' ')

function RateLimit({ limit }: { readonly limit: Check['rate_limit'] }) {
  const t = useTranslations('keys.connection')
  if (limit === null) return t('rateLimitUnknown')
  const { limit: calls, remaining, reset_s: seconds } = limit
  return [
    calls !== null && t('rateCalls', { calls }),
    remaining !== null && t('rateLeft', { remaining }),
    seconds !== null && t('rateReset', { seconds }),
  ]
    .filter((part) => part !== false)
    .join(', ')
}
