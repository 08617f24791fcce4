'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { useViewer } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'

import { ConnectionKey } from './connection-key'
import { KeysView, StepList } from './keys-view'

type Connection = PanelAnswer<'connection.read'>
type Check = Connection['check']

function ConnectionDetails({ connection }: { readonly connection: Connection }) {
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
          <span className="wrap-anywhere">{errorText(check)}</span>
        </DataRow>
      )}
      <DataRow label={t('checked')}>
        <Time instant={check.checked_at} format="datetime" />
      </DataRow>
    </>
  )
}

/** E.g. `HTTP 402 payment_required: No active subscription`. */
const errorText = ({ status, code, message }: Check): string =>
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

interface SettingsApiProps {
  /** The address of the embedded service, without `/v1`. */
  readonly server: string
}

/** Shows the keys of the embedded service, or the connection to a remote one, whose keys belong to its own panel. */
export function SettingsApi({ server }: SettingsApiProps) {
  const { mode, role } = useViewer()
  if (role !== 'owner') return <DeniedPage page="settingsApi" />
  return mode === 'remote' ? <ConnectionView /> : <KeysView server={server} />
}

/** For a remote service: whether it accepts the account's key, and how to replace the key. */
function ConnectionView() {
  const t = useTranslations('keys.connection')
  const connection = useQuery({ ...panelQuery('connection.read', {}), refetchInterval: 60_000 })
  const retryButton = (
    <Button onClick={() => void connection.refetch()} isPending={connection.isFetching}>
      {t('again')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={retryButton} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card title={t('state')}>
          <QueryView query={connection} skeleton={<SkeletonRows rows={4} />} contentName={t('what')}>
            {(data) => <ConnectionDetails connection={data} />}
          </QueryView>
        </Card>
        <div className="space-y-4">
          {connection.data && <ConnectionKey connection={connection.data} />}
          <Card title={t('rotation')}>
            <CardBody>
              <StepList steps={[t('step1'), t('step2'), t('step3'), t('step4')]} />
            </CardBody>
          </Card>
        </div>
      </div>
    </>
  )
}
