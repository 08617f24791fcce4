'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { Progress } from '@/components/ui/progress'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime } from '@/lib/domain/format/format'
import { routes, whiteListFilePath } from '@/lib/domain/routes'

import { RunStateBadge } from '../run-state-badge'
import type { ShownRun } from './shown-run'

const STEPS = 10

export function RunStatus({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list.run')
  const countValues = useCountValues()
  const { state, numbers, answered, unsure, errors } = run
  const processedCount = answered + unsure + errors
  const step = numbers === 0 ? STEPS : Math.floor((processedCount / numbers) * STEPS)
  return (
    <Card title={t('progress')} aside={<RunStateBadge state={state} />}>
      <CardBody className="grid gap-3">
        {state !== 'done' && <Progress label={t('numbers')} done={processedCount} total={numbers} />}
        <p role="status" className="sr-only">
          {state === 'done' ? t('doneSpoken') : t('stepSpoken', { percent: step * (100 / STEPS) })}
        </p>
        <PauseReason run={run} />
        {state === 'running' && <p className="text-sm text-muted">{t('leave')}</p>}
        <Figures run={run} />
        {unsure > 0 && <Banner tone="warn">{t('unsureText', countValues(unsure))}</Banner>}
        <div className="flex flex-wrap gap-2">
          <RunActions run={run} />
          <Files run={run} />
          <Remove run={run} />
        </div>
      </CardBody>
    </Card>
  )
}

function PauseReason({ run: { state, reason, wait_until, message } }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list')
  const locale = useLocale()
  if (state === 'cancelled') return <p className="text-muted">{t('run.cancelledText')}</p>
  if (reason === null) return null
  return (
    <Banner tone={state === 'waiting' ? 'info' : 'warn'}>
      {t(`reasons.${reason}`)}
      {wait_until !== null &&
        ` ${t(state === 'waiting' ? 'run.goesOn' : 'run.renewed', { when: formatDateTime(wait_until, locale) })}`}
      {message !== null && <span className="block text-sm">{t('run.said', { message })}</span>}
    </Banner>
  )
}

function Figures({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list.run')
  const countValues = useCountValues()
  const words = usePriceWords()
  const { rows, numbers, units, unsaid } = run
  const facts = [
    t('rows', countValues(rows)),
    t('different', countValues(numbers)),
    t('charged', { price: words('wpv', units) }),
    ...(unsaid > 0 ? [t('unsaid', countValues(unsaid))] : []),
  ]
  return <p className="text-sm text-muted">{facts.join(' · ')}</p>
}

function RunActions({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list.run')
  const countValues = useCountValues()
  const { reason } = usePermission('whiteListRuns.resume')
  const [isConfirming, setIsConfirming] = useState(false)
  const act = useRunActions(run.id)
  const { state, unsure, errors } = run
  const isUnderWay = state === 'running' || state === 'waiting'
  const retryCount = unsure + errors
  return (
    <>
      {isUnderWay && (
        <Button disabledReason={reason} isPending={act.isPending} onClick={act.cancel}>
          {t('cancel')}
        </Button>
      )}
      {(state === 'paused' || state === 'cancelled') && (
        <Button variant="primary" disabledReason={reason} isPending={act.isPending} onClick={() => act.resume(false)}>
          {t('resume')}
        </Button>
      )}
      {!isUnderWay && retryCount > 0 && (
        <Button disabledReason={reason} isPending={act.isPending} onClick={() => setIsConfirming(true)}>
          {t('again', countValues(retryCount))}
        </Button>
      )}
      <ConfirmDialogLazy
        title={t('againTitle')}
        confirmLabel={t('again', countValues(retryCount))}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          act.resume(true)
        }}
      >
        <p>{t('againText', countValues(retryCount))}</p>
      </ConfirmDialogLazy>
    </>
  )
}

function useRunActions(id: string) {
  const t = useTranslations('white-list.run')
  const failed = (reason: string) => t('failed', { reason })
  const cancel = useAction('whiteListRuns.cancel', { failed })
  const resume = useAction('whiteListRuns.resume', { failed })
  return {
    isPending: cancel.isPending || resume.isPending,
    cancel: () => cancel.mutate({ params: { id } }),
    resume: (shouldRetry: boolean) => resume.mutate({ params: { id }, body: { again: shouldRetry } }),
  }
}

/** Plain links, because a file may take a while and the user may leave the page. */
function Files({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list.run')
  const download = useTranslations('common.download')
  const locale = useLocale()
  if (run.answered === 0) return null
  const fileSubject = t('filesOf')
  return (
    <>
      {(['pdf', 'xlsx', 'csv'] as const).map((kind) => (
        <a
          key={kind}
          download
          href={whiteListFilePath(run.id, kind, locale)}
          className={buttonClass({})}
          aria-label={download('named', { label: kind === 'pdf' ? t('proof') : download(kind), of: fileSubject })}
        >
          <Icon name="download" />
          {kind === 'pdf' ? t('proof') : download(kind)}
        </a>
      ))}
    </>
  )
}

function Remove({ run }: { readonly run: ShownRun }) {
  const t = useTranslations('white-list.run')
  const { reason } = usePermission('whiteListRuns.delete')
  const toText = useFailureText()
  const router = useRouter()
  const remove = useAction('whiteListRuns.delete')
  const countValues = useCountValues()
  const isUnderWay = run.state === 'running' || run.state === 'waiting'
  return (
    <DeleteDialog
      title={t('deleteTitle')}
      confirmLabel={t('delete')}
      onDelete={() => remove.mutateAsync({ params: { id: run.id } })}
      onDone={() => router.push(asRoute(routes.whiteList))}
      successText={t('deleted')}
      failed={(error) => t('failed', { reason: toText(error) })}
      button={{
        variant: 'ghost',
        disabledReason: reason ?? (isUnderWay ? t('deleteFirstCancel') : undefined),
        children: t('delete'),
      }}
    >
      <p>{t('deleteText', countValues(run.answered))}</p>
    </DeleteDialog>
  )
}
