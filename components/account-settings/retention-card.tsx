'use client'

import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { Select } from '@/components/ui/inputs/select'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { formatInteger } from '@/lib/domain/format/format'
import { UNLIMITED_RETENTION, termOf } from '@/lib/features/retention/domain/retention'

import { type Settings, useSaveSettings } from './use-save-settings'

const monthChoices = [6, 12, 24, 36, 60]
const dayChoices = [7, 30, 90]

const terms = [
  ['event_months', 'events', 'months', monthChoices],
  ['audit_months', 'audit', 'months', monthChoices],
  ['draft_days', 'drafts', 'days', dayChoices],
] as const

type RetentionChange = { readonly field: (typeof terms)[number][0]; readonly term: number | null }

/** How long data are retained. A shorter period deletes data, so it has to be confirmed. */
export function RetentionCard({ settings }: { readonly settings: Settings }) {
  const t = useTranslations('account-settings.kept')
  const save = useSaveSettings()
  const [pending, setPending] = useState<RetentionChange>()
  const apply = ({ field, term }: RetentionChange) => save.mutate({ body: { [field]: term } })
  const choose = (change: RetentionChange) => {
    const byDefault = settings.kept_by_default[change.field]
    const [before, after] = [termOf(settings[change.field], byDefault), termOf(change.term, byDefault)]
    const deletes = after !== null && (before === null || after < before)
    if (deletes) setPending(change)
    else apply(change)
  }
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-4">
        {terms.map(([field, label, unit, choices]) => (
          <RetentionField
            key={field}
            label={t(label)}
            unit={unit}
            choices={choices}
            term={settings[field]}
            byDefault={settings.kept_by_default[field]}
            onChoose={(term) => choose({ field, term })}
          />
        ))}
        <p className="text-sm text-muted">{t('text')}</p>
      </CardBody>
      <ConfirmDialogLazy
        title={t('confirmTitle')}
        isOpen={pending !== undefined}
        onClose={() => setPending(undefined)}
        confirmLabel={t('confirm')}
        tone="danger"
        onConfirm={() => {
          if (pending) apply(pending)
          setPending(undefined)
        }}
      >
        <p>{t('confirmText')}</p>
      </ConfirmDialogLazy>
    </Card>
  )
}

interface RetentionFieldProps {
  readonly label: string
  readonly unit: 'months' | 'days'
  readonly choices: readonly number[]
  readonly term: number | null
  /** The operator's default; null means for ever. */
  readonly byDefault: number | null
  readonly onChoose: (term: number | null) => void
}

function RetentionField({ label, unit, choices, term, byDefault, onChoose }: RetentionFieldProps) {
  const t = useTranslations('account-settings.kept')
  const locale = useLocale()
  const { allowed } = usePermission('accountSettings.update')
  const offered = [...new Set([...choices, ...(term ? [term] : [])])].toSorted((a, b) => a - b)
  const durationText = (count: number) => t(unit, { countNumber: count, count: formatInteger(count, locale) })
  // If the operator's default is for ever, that option would be a duplicate.
  const offersForever = byDefault !== null || term === UNLIMITED_RETENTION
  return (
    <Select
      label={label}
      disabled={!allowed}
      options={[
        { value: '', label: byDefault === null ? t('ever') : t('byDefault', { time: durationText(byDefault) }) },
        ...(offersForever ? [{ value: String(UNLIMITED_RETENTION), label: t('ever') }] : []),
        ...offered.map((each) => ({ value: String(each), label: durationText(each) })),
      ]}
      value={term === null ? '' : String(term)}
      onChange={({ target: { value } }) => onChoose(value === '' ? null : Number(value))}
    />
  )
}
