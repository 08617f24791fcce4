'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { MAX_COMPARED } from '../alerts-toolbar'
import { expectedMails, roundPace } from '../expected-matches'
import { usePaceText } from '../use-pace-text'
import { foundByAll, foundTwice, readRegions } from './overlap'

const WEEK = 7

const notifiesMember = (email: string) => (alert: BzpAlert) =>
  alert.timing !== 'none' &&
  alert.targets.some(({ kind, name, is_active: isActive }) => kind === 'member' && isActive && name === email)

interface ExpectedInboxProps {
  readonly alerts: readonly BzpAlert[]
  readonly hasSmtp: boolean
}

/**
 * Estimates how many messages all alerts will send to the user, and how many of them are duplicates. It is requested by
 * a button.
 */
export function ExpectedInbox({ alerts, hasSmtp }: ExpectedInboxProps) {
  const t = useTranslations('bzp-alerts.inbox')
  const countValues = useCountValues()
  const pace = usePaceText()
  const { email } = useViewer()
  const [isRequested, setIsRequested] = useState(false)
  const notifyingAlerts = alerts.filter(notifiesMember(email))
  const filters = notifyingAlerts.map(({ filter }) => filter)
  const compared = useQuery({ ...query('bzp.compareAlerts', { body: { filters } }), enabled: isRequested })
  if (notifyingAlerts.length < 2 || notifyingAlerts.length > MAX_COMPARED || compared.isError) return null
  const regions = compared.data && readRegions(compared.data)
  const weekly = (count: number) => (count / Math.max(1, compared.data?.days ?? 30)) * WEEK
  const mails =
    regions &&
    notifyingAlerts.reduce((sum, { timing }, at) => sum + expectedMails(timing, weekly(foundByAll(regions, [at]))), 0)
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-1">
        {!hasSmtp ? (
          <p>{t('noSmtp')}</p>
        ) : regions === undefined || mails === undefined ? (
          <Button size="sm" isPending={compared.isFetching} onClick={() => setIsRequested(true)}>
            {t('count')}
          </Button>
        ) : (
          <div role="status">
            <p>
              {t('line', { mailsNumber: roundPace(mails), mails: pace(mails), ...countValues(notifyingAlerts.length) })}
            </p>
            <p>{t('overlap', countValues(Math.round(weekly(foundTwice(regions)))))}</p>
            <p className="text-sm text-muted">{t('note')}</p>
          </div>
        )}
      </CardBody>
    </Card>
  )
}
