'use client'

import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'

import { type Connection, isKnownState } from './connection'

export function ConnectionRows({ connection }: { readonly connection: Connection }) {
  const t = useTranslations('keys.connection')
  const { state, host, fingerprint, checkedAt } = connection
  const isKnown = isKnownState(state)
  return (
    <CardBody>
      <DataList>
        <DataRow label={t('state')}>
          <Badge tone={state === 'ok' ? 'accent' : 'danger'}>{isKnown ? t(`states.${state}`) : state}</Badge>
        </DataRow>
        <DataRow label={t('host')}>
          <code className="font-mono text-sm break-all">{host ?? t('unknown')}</code>
        </DataRow>
        <DataRow label={t('fingerprint')}>
          <code className="font-mono text-sm">{fingerprint === undefined ? t('unknown') : `…${fingerprint}`}</code>
        </DataRow>
        {checkedAt !== undefined && (
          <DataRow label={t('checked')}>
            <Time instant={checkedAt} format="datetime" />
          </DataRow>
        )}
      </DataList>
      {isKnown && <p className="mt-2 text-sm text-muted">{t(`advice.${state}`)}</p>}
      <p className="mt-2 text-sm text-muted">
        {t('fingerprint')}: {t('fingerprintHint')}
      </p>
    </CardBody>
  )
}
