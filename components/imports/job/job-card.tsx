'use client'

import { useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { useCountValues } from '@/components/ui/use-count-values'
import { isApiError, numberIn } from '@/lib/domain/api-error'
import { formatDateTime } from '@/lib/domain/format/format'

import type { StoredJob } from '../session/import-state'
import { useImport } from '../use-import'
import { CHUNK } from './job'

/** Resumes automatically when a lost connection returns. */
function useResumeOnline(isWaiting: boolean) {
  const { jobs } = useImport()
  useEffect(() => {
    if (!isWaiting) return undefined
    const resume = () => void jobs.resume()
    window.addEventListener('online', resume, { once: true })
    return () => window.removeEventListener('online', resume)
  }, [isWaiting, jobs])
}

function UnfinishedJob({ stored }: { readonly stored: StoredJob }) {
  const t = useTranslations('imports.job')
  const locale = useLocale()
  const countValues = useCountValues()
  const { state, jobs } = useImport()
  const { job, progress, isLasting } = stored
  const done = Math.min(progress.done * CHUNK, job.items)
  const values = {
    done: countValues(done).count,
    total: countValues(job.items).count,
    time: formatDateTime(job.savedAt, locale),
  }
  return (
    <Card>
      <CardBody className="grid gap-3">
        {state.error !== undefined && <JobFailure error={state.error} />}
        {state.isElsewhere && <Banner tone="info">{t('elsewhere')}</Banner>}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-semibold break-words">
              {t('unfinished', { name: job.name === '' ? t('pasted') : job.name })}
            </p>
            <p className="text-sm text-muted tabular">{t('state', values)}</p>
            <p className="text-sm text-muted">{t(isLasting ? 'kept' : 'notKept')}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void jobs.discard()}>{t('discard')}</Button>
            <Button variant="primary" onClick={() => void jobs.resume()}>
              {t('resume')}
            </Button>
          </div>
        </div>
      </CardBody>
    </Card>
  )
}

export function JobCard() {
  const t = useTranslations('imports.job')
  const { state, jobs } = useImport()
  const { run, unfinishedJob, error } = state
  useResumeOnline(run === undefined && unfinishedJob !== undefined && error !== undefined)
  if (run !== undefined) {
    return (
      <Card>
        <CardBody>
          <Progress label={t(`running.${run.label}`)} done={run.done} total={run.total} onCancel={jobs.cancel} />
        </CardBody>
      </Card>
    )
  }
  if (unfinishedJob !== undefined) return <UnfinishedJob stored={unfinishedJob} />
  return error === undefined ? null : <JobFailure error={error} />
}

/** Why a job stopped and what to do. Completed changes remain. */
function JobFailure({ error }: { readonly error: unknown }) {
  const t = useTranslations('imports.job')
  const countValues = useCountValues()
  const toText = useFailureText()
  if (isApiError(error) && error.status === 401) {
    return (
      <Banner tone="danger" action={<SignInLink />}>
        {t('session')}
      </Banner>
    )
  }
  if (isApiError(error) && error.code === 'monitor_limit') {
    const countOf = (key: string) => countValues(numberIn(error.detail, key)).count
    const values = {
      limit: countOf('limit'),
      limitNumber: numberIn(error.detail, 'limit'),
      current: countOf('current'),
      requested: countOf('requested'),
    }
    return <Banner tone="danger">{t('limit', values)}</Banner>
  }
  if (isApiError(error) && error.status === 402) return <PaymentBanner error={error} />
  return <Banner tone="danger">{t('failed', { reason: toText(error) })}</Banner>
}
