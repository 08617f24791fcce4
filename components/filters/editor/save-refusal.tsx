'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { isApiError, numberIn } from '@/lib/domain/api-error'

import { ConflictBanner } from '../conflict/conflict-banner'
import type { FilterRecord } from '../draft/filter-draft'
import type { FilterEdit } from './use-filter-draft'
import type { FilterSaving } from './use-save-filter'

interface SaveRefusalProps {
  readonly edit: FilterEdit
  readonly saving: FilterSaving
  readonly isDeleted: boolean
  readonly onTakeTheirs: (theirs: FilterRecord) => void
}

export function SaveRefusal({ edit, saving, isDeleted, onTakeTheirs }: SaveRefusalProps) {
  const { save, isSaving, error, refusals } = saving
  const theirs = isSaving ? undefined : edit.theirs
  const container = useScrollIntoView(refusals, isDeleted || error !== undefined || theirs !== undefined)
  return (
    <div ref={container} className="grid scroll-mt-20 gap-3 empty:hidden">
      <SaveProblem error={error} isDeleted={isDeleted} onSaveAsNew={() => void save({ isNew: true })} />
      {theirs !== undefined && (
        <ConflictBanner
          {...{ edit, theirs }}
          onKeepMine={() => void save({ overwritten: theirs })}
          onTakeTheirs={() => onTakeTheirs(theirs)}
        />
      )}
    </div>
  )
}

/** The message is above the lists, which may be long, so it is scrolled into view once it is drawn. */
function useScrollIntoView(refusals: number, isDrawn: boolean) {
  const container = useRef<HTMLDivElement>(null)
  const shownRefusals = useRef(0)
  useEffect(() => {
    // What others saved arrives with a separate answer, possibly after the refusal.
    if (!isDrawn || shownRefusals.current === refusals) return
    shownRefusals.current = refusals
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [refusals, isDrawn])
  return container
}

interface SaveProblemProps {
  readonly error: unknown
  readonly isDeleted: boolean
  readonly onSaveAsNew: () => void
}

function SaveProblem({ error, isDeleted, onSaveAsNew }: SaveProblemProps) {
  const t = useTranslations('filters.save')
  const toText = useFailureText()
  if (isDeleted) {
    const action = (
      <Button size="sm" onClick={onSaveAsNew}>
        {t('asNew')}
      </Button>
    )
    return (
      <Banner tone="warn" action={action}>
        {t('gone')}
      </Banner>
    )
  }
  if (error === undefined) return null
  if (!isApiError(error)) return <Banner tone="danger">{t('failed', { reason: toText(error) })}</Banner>
  if (error.status === 401) {
    return (
      <Banner tone="danger" action={<SignInLink />}>
        {t('session')}
      </Banner>
    )
  }
  if (error.status === 402) return <PaymentBanner error={error} />
  if (error.status === 422) return <Banner tone="danger">{t('refused')}</Banner>
  if (error.code === 'filter_limit') {
    const { detail } = error
    const values = { limit: numberIn(detail, 'limit'), current: numberIn(detail, 'current') }
    return <Banner tone="danger">{t('limit', values)}</Banner>
  }
  return <Banner tone="danger">{t('failed', { reason: toText(error) })}</Banner>
}
