'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { SpendersList } from '@/components/meters/spenders-list'
import { useOutlook } from '@/components/meters/use-outlook'
import { useComingEnd } from '@/components/meters/use-period-end'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { FailedState } from '@/components/ui/failed-state'
import { panelQuery } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { capActor } from '@/lib/domain/files/usage-file'
import { formatNetGrosz, formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { capSource, capInForce, wholeCount } from '@/lib/domain/usage/overage'

import { CapChoices, type CapForm } from './cap-choices'
import { CapConfirm, CapReason } from './cap-confirm'
import { toCapMeter, raisesToDefault, staysBlocked } from './cap-decision'
import { useCapForm, type CapConflict } from './use-cap-form'
import type { CapMeterAnswer } from './use-meter'
import type { LostAnswer } from './use-save-cap'

export function CapEditor({ meter }: { readonly meter: CapMeterAnswer }) {
  const t = useTranslations('spend-cap.editor')
  const { allowed } = usePermission('spendCap.set')
  const { forecast } = useOutlook(meter)
  const form = useCapForm(meter, forecast)
  const amount = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.isPending || !allowed) return
    if (!form.parsed.ok) amount.current?.focus()
    void form.submit()
  }
  return (
    <Card title={t('title')}>
      <CardBody>
        <form noValidate onSubmit={submit} className="space-y-4">
          {!allowed && <ReadOnlyNote />}
          {capSource(meter) === 'unknown' && <Banner tone="warn">{t('unknown')}</Banner>}
          <CapConflictBanner conflict={form.conflict} onAccept={form.discard} />
          <CapChoices meter={meter} form={form} isDisabled={!allowed} amountRef={amount} />
          <CapImpact meter={meter} form={form} />
          {form.isTouched && <CapReason form={form} />}
          <CapScope meter={meter} />
          <CapActions form={form} isCapKnown={capSource(meter) !== 'unknown'} />
        </form>
        <div className="mt-4 border-t pt-3">
          <SpendersList />
        </div>
      </CardBody>
      <CapConfirm meter={meter} forecastGrosz={forecast?.open.grosz} form={form} />
    </Card>
  )
}

function ReadOnlyNote() {
  const t = useTranslations('spend-cap')
  const layout = useTranslations('layout')
  const { role } = useViewer()
  return <Banner tone="info">{t('readOnly', { role: layout(`roles.${role}`) })}</Banner>
}

function CapScope({ meter }: { readonly meter: CapMeterAnswer }) {
  const t = useTranslations('spend-cap.editor')
  const when = useComingEnd(meter.period_end)
  return <p className="text-sm text-muted">{when === undefined ? t('scopePlain') : t('scope', { when })}</p>
}

/** Effects of the chosen cap that need no confirmation: more may be spent, or the block remains. */
function CapImpact({ meter, form }: { readonly meter: CapMeterAnswer; readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  const { parsed } = form
  if (!form.isTouched || !parsed.ok) return null
  const currentPln = capInForce(meter) / 100
  const spentGrosz = wholeCount(meter.overage_grosz)
  if (spentGrosz === undefined) return <Note>{t('spentUnknown')}</Note>
  if (staysBlocked(parsed.capPln, toCapMeter(meter)))
    return <Note>{t('staysBlocked', { spent: formatNetGrosz(spentGrosz, locale) })}</Note>
  if (!raisesToDefault(parsed.capPln, currentPln)) return null
  const figures = { from: formatZloty(currentPln, locale), to: formatZloty(DEFAULT_CEILING_PLN, locale) }
  return <Note>{t('raises', figures)}</Note>
}

function Note({ children }: { readonly children: string }) {
  return (
    <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      {children}
    </p>
  )
}

type Author =
  | { readonly kind: 'own' | 'outside' | 'unknown' }
  | { readonly kind: 'other' | 'key'; readonly who: string }

/** The author of another change according to the history; unknown until the history contains it. */
function useAuthor(conflict: CapConflict | null): Author {
  const { email } = useViewer()
  const { data } = useQuery({ ...panelQuery('spendCap.history', {}), enabled: conflict !== null, staleTime: 0 })
  const newest = data?.items[0]
  if (newest === undefined || newest.to_pln !== conflict?.nowPln) return { kind: 'unknown' }
  if (newest.source === 'outside' || newest.actor === null) return { kind: 'outside' }
  if (newest.source === 'key') return { kind: 'key', who: capActor(newest.actor) }
  return newest.actor === email ? { kind: 'own' } : { kind: 'other', who: newest.actor }
}

interface CapConflictBannerProps {
  readonly conflict: CapConflict | null
  readonly onAccept: () => void
}

/** Shows another user's change before it is overwritten. */
function CapConflictBanner({ conflict, onAccept }: CapConflictBannerProps) {
  const t = useTranslations('spend-cap.conflict')
  const locale = useLocale()
  const author = useAuthor(conflict)
  if (conflict === null) return null
  const amount = (capPln: number | null) => formatZloty(capPln ?? DEFAULT_CEILING_PLN, locale)
  const action = (
    <Button size="sm" onClick={onAccept}>
      {t('take')}
    </Button>
  )
  return (
    <Banner tone="warn" action={action}>
      {t(author.kind, { ...author, now: amount(conflict.nowPln), before: amount(conflict.beforePln) })}
    </Banner>
  )
}

interface CapActionsProps {
  readonly form: CapForm
  /** True if the answer contains the cap in force. */
  readonly isCapKnown: boolean
}

function CapActions({ form, isCapKnown }: CapActionsProps) {
  const t = useTranslations('spend-cap.editor')
  const { reason } = usePermission('spendCap.set')
  return (
    <>
      <SaveFailure form={form} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          isPending={form.isPending}
          disabledReason={reason ?? (form.isTouched ? undefined : t(isCapKnown ? 'same' : 'choose'))}
        >
          {t('save')}
        </Button>
        {form.isTouched && <Button onClick={form.discard}>{t('discard')}</Button>}
      </div>
    </>
  )
}

/** After a lost answer it is unknown whether the cap was saved. */
function useLostWords(lost: LostAnswer | undefined): string | undefined {
  const t = useTranslations('spend-cap.editor')
  const locale = useLocale()
  if (lost === undefined) return undefined
  if (lost.state === 'read') return t('failedNow', { now: formatZloty(lost.nowPln ?? DEFAULT_CEILING_PLN, locale) })
  return t(lost.state === 'checking' ? 'failedUnknown' : 'failedUnread')
}

/** A refusal of the field's value is shown at the field while that is visible. */
function SaveFailure({ form }: { readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  const { error, fieldError, draft, lost } = form
  const lostWords = useLostWords(lost)
  if (error === null || (fieldError !== undefined && draft.choice === 'own')) return null
  const refusal =
    fieldError === undefined ? <FailureReason error={error} /> : t('fieldRefused', { message: fieldError })
  // After a lost answer the current cap is more useful than the error.
  const reason = lostWords === undefined ? refusal : undefined
  return (
    <div className="rounded-lg border">
      <FailedState
        title={lostWords ?? t('failed')}
        reason={reason}
        requestId={isApiError(error) ? error.requestId : undefined}
      />
    </div>
  )
}
