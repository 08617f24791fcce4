'use client'

import { type FormEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { useOutlook } from '@/components/meters/use-outlook'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { capSource } from '@/lib/domain/overage'

import { CapActions } from './cap-actions'
import { CapChoices } from './cap-choices'
import { CapConfirm } from './cap-confirm'
import { CapConflictBanner } from './cap-conflict-banner'
import { CapImpact } from './cap-impact'
import { CapReason } from './cap-reason'
import { CapScope } from './cap-scope'
import { useCapForm } from './use-cap-form'
import type { Meter } from './use-meter'

export function CapEditor({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('spend-cap.editor')
  const { allowed } = usePermission('spendCap.set')
  const { forecast } = useOutlook(meter)
  const form = useCapForm(meter, forecast)
  const amount = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.isPending || !allowed) return
    if (!form.reading.ok) amount.current?.focus()
    void form.submit()
  }
  return (
    <Card labelledBy="editor-title">
      <CardHeader title={t('title')} titleId="editor-title" />
      <CardBody>
        <form noValidate onSubmit={submit} className="space-y-4">
          {!allowed && <ReadOnlyNote />}
          {capSource(meter) === 'unknown' && <Banner tone="warn">{t('unknown')}</Banner>}
          <CapConflictBanner conflict={form.conflict} onTake={form.discard} />
          <CapChoices meter={meter} form={form} isDisabled={!allowed} amountRef={amount} />
          <CapImpact meter={meter} form={form} />
          {form.isTouched && <CapReason form={form} />}
          <CapScope meter={meter} />
          <CapActions form={form} isCapKnown={capSource(meter) !== 'unknown'} />
        </form>
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
