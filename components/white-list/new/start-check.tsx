'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { LazyFailureReason } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { PriceLine, usePoolRoom } from '@/components/meters/price-line'
import { useSummary } from '@/components/meters/use-meters'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { useCountValues } from '@/components/ui/use-count-values'
import { makeId } from '@/lib/client/make-id'
import { formatDateTime } from '@/lib/domain/format/format'
import { whiteListRunPath } from '@/lib/domain/routes'
import { poolValuesOf } from '@/lib/domain/usage/pool-reading'
import { isShut } from '@/lib/domain/usage/standing'

import type { JudgedList } from '../read/judge-list'

export function StartCheck({ judgedList, name }: { readonly judgedList: JudgedList; readonly name: string }) {
  const t = useTranslations('white-list.start')
  const countValues = useCountValues()
  const { reason } = usePermission('whiteListRuns.create')
  const { unitsLeft, stop } = usePoolRoom('wpv')
  const [runsAfterMidnight, setRunsAfterMidnight] = useState(false)
  const { numbers } = judgedList
  const isPoolTooSmall = !isShut(stop) && typeof unitsLeft === 'number' && unitsLeft < numbers
  const { start, error, isPending } = useStart(judgedList, name, runsAfterMidnight)
  return (
    <div className="grid gap-3 rounded-md border bg-hover/40 px-3 py-3">
      <p>
        <strong className="font-semibold">{t('cost')}</strong> <PriceLine pool="wpv" units={numbers} />
      </p>
      <p className="text-sm text-muted">{t('costText', countValues(numbers))}</p>
      {isPoolTooSmall && (
        <AfterMidnightChoice
          lack={numbers - unitsLeft}
          runsAfterMidnight={runsAfterMidnight}
          onChange={setRunsAfterMidnight}
        />
      )}
      {error !== null && (
        <Banner tone="danger">
          <LazyFailureReason error={error} />
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" disabledReason={reason} isPending={isPending} onClick={start}>
          {t('button', countValues(numbers))}
        </Button>
        <span className="text-sm text-muted">{reason ?? t('safe')}</span>
      </div>
    </div>
  )
}

interface ChoiceProps {
  /** How many numbers exceed what is left. */
  readonly lack: number
  readonly runsAfterMidnight: boolean
  readonly onChange: (runsAfterMidnight: boolean) => void
}

/** Shown if the pool is too small for the whole list. */
function AfterMidnightChoice({ lack, runsAfterMidnight, onChange }: ChoiceProps) {
  const t = useTranslations('white-list.start')
  const locale = useLocale()
  const countValues = useCountValues()
  const { end } = poolValuesOf(useSummary().data ?? {}, 'wpv')
  const when = end === undefined || end === null ? t('midnight') : formatDateTime(end, locale)
  return (
    <RadioGroup
      label={t('lack', countValues(lack))}
      value={runsAfterMidnight ? 'goOn' : 'stop'}
      onChange={(value) => onChange(value === 'goOn')}
      options={[
        { value: 'stop', label: t('stop'), description: t('stopText') },
        { value: 'goOn', label: t('goOn'), description: t('goOnText', { when }) },
      ]}
    />
  )
}

/** The id is created once per list, so that a repeated press or a retry after a lost answer starts only one check. */
function useStart({ good }: JudgedList, name: string, after_midnight: boolean) {
  const [id] = useState(makeId)
  const router = useRouter()
  const create = useAction('whiteListRuns.create', { onSuccess: () => router.push(asRoute(whiteListRunPath(id))) })
  const start = () => create.mutate({ body: { id, name: name.slice(0, 200), after_midnight, rows: [...good] } })
  return { start, error: create.error, isPending: create.isPending || create.isSuccess }
}
