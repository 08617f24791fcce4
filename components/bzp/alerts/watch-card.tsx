'use client'

import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { BzpAlert, BzpWatch } from '@/lib/features/bzp/contract/alerts'

interface WatchCardProps {
  readonly watch: BzpWatch
  readonly alerts: readonly BzpAlert[]
}

export function WatchCard({ watch, alerts }: WatchCardProps) {
  const t = useTranslations('bzp-alerts.watch')
  const locale = useLocale()
  return (
    <Card
      title={t('title')}
      aside={
        watch.read_until === null ? t('notYet') : t('readUntil', { when: formatDateTime(watch.read_until, locale) })
      }
    >
      <CardBody className="space-y-2">
        <p className="max-w-prose text-muted">{t(watch.is_free ? 'free' : 'remote')}</p>
        {watch.problem !== null && (
          <p role="status" className="text-warn-ink">
            {t(`problem.${watch.problem}`)}
          </p>
        )}
        {watch.behind.map((behind) => (
          <BehindLine
            key={behind.alert_id}
            behind={behind}
            name={alerts.find(({ id }) => id === behind.alert_id)?.name ?? '–'}
          />
        ))}
        {!watch.is_free && <Budget watch={watch} />}
      </CardBody>
    </Card>
  )
}

interface BehindLineProps {
  readonly behind: BzpWatch['behind'][number]
  readonly name: string
}

function BehindLine({ behind: { why, since, missing }, name }: BehindLineProps) {
  const t = useTranslations('bzp-alerts.watch')
  const locale = useLocale()
  const countValues = useCountValues()
  return (
    <p role="status" className="text-warn-ink">
      {why === 'budget' && t('behind', { ...countValues(missing), name, since: formatDateTime(since, locale) })}
      {why === 'filter_ignored' && t('ignored', { name })}
      {why === 'refused' && t('notTaken', { name })}
    </p>
  )
}

function Budget({ watch }: Pick<WatchCardProps, 'watch'>) {
  const t = useTranslations('bzp-alerts.watch')
  const countValues = useCountValues()
  const { reason } = usePermission('bzpAlerts.setBudget')
  const [isEditing, setIsEditing] = useState(false)
  return (
    <div className="max-w-md">
      <DataList>
        <DataRow label={t('budget')}>{t('units', countValues(watch.budget_units))}</DataRow>
        <DataRow label={t('used')}>{t('units', countValues(watch.used_units))}</DataRow>
      </DataList>
      {isEditing ? (
        <BudgetForm watch={watch} onDone={() => setIsEditing(false)} />
      ) : (
        <Button size="sm" disabledReason={reason} onClick={() => setIsEditing(true)}>
          {t('edit')}
        </Button>
      )}
    </div>
  )
}

const MAX_UNITS = 1_000_000

interface BudgetFormProps extends Pick<WatchCardProps, 'watch'> {
  readonly onDone: () => void
}

function BudgetForm({ watch, onDone }: BudgetFormProps) {
  const t = useTranslations('bzp-alerts.watch')
  const common = useTranslations('common')
  const locale = useLocale()
  const [text, setText] = useState(String(watch.budget_units))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const units = /^\d{1,7}$/.test(text.trim()) ? Number(text) : NaN
  const isValid = units >= 0 && units <= MAX_UNITS
  const saveBudget = useAction('bzpAlerts.setBudget', { done: t('saved'), failed: t('failed'), onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (isValid && !saveBudget.isPending) saveBudget.mutate({ body: { budget_units: units } })
  }
  return (
    <form noValidate onSubmit={submit} className="mt-2 space-y-2">
      <TextField
        label={t('field')}
        hint={t('hint')}
        inputMode="numeric"
        error={wasSubmitted && !isValid ? t('fault', { max: formatInteger(MAX_UNITS, locale) }) : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span className="flex gap-2">
        <Button size="sm" type="submit" variant="primary" isPending={saveBudget.isPending}>
          {t('save')}
        </Button>
        <Button size="sm" onClick={onDone}>
          {common('cancel')}
        </Button>
      </span>
    </form>
  )
}
