'use client'

import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useId } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { FilterChip } from '@/components/ui/chip'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { panelQuery } from '@/lib/client/queries'
import { eventSeverities, kindsOfSeverity } from '@/lib/domain/events/event-kinds'
import { eventSources, shortSourceName, reportName, reportSources } from '@/lib/domain/events/sources'
import type { RuleCondition, RuleKindName } from '@/lib/features/rules/contract/conditions'

import { isRuleKind } from '../kind-search'
import { kindChange, conditions } from '../rule-draft'
import type { ConditionProps } from './condition-props'
import { MonitorsField } from './monitors-field'
import { NumberField } from './number-field'
import { RiskFields } from './risk-fields'
import { RuleTagsField } from './rule-tags-field'
import { SpendFields } from './spend-fields'
import type { RuleForm } from './use-rule-form'

const MAX_HOURS = 168

function ReportFields({ condition, onChange, form }: ConditionProps<'report'>) {
  const t = useTranslations('rules.form')
  const locale = useLocale()
  const hours = (
    <NumberField
      label={t('reportHours')}
      hint={t('reportHint')}
      value={condition.hours}
      max={MAX_HOURS}
      onChange={(value) => onChange({ ...condition, hours: value })}
      form={form}
    />
  )
  return (
    <>
      <RadioGroup
        label={t('reportWhat')}
        options={[
          { value: 'missing' as const, label: t('reportMissing') },
          { value: 'expiring' as const, label: t('reportExpiring'), content: hours },
        ]}
        value={condition.what}
        onChange={(what) => onChange({ ...condition, what })}
      />
      <ChipChoice
        label={t('sources')}
        hint={t('sourcesHint')}
        groups={[{ id: 'all', options: reportSources.map((value) => ({ value, label: reportName(value, locale) })) }]}
        values={condition.sources}
        onChange={(sources) => onChange({ ...condition, sources })}
      />
    </>
  )
}

const MAX_DAYS = 30

function OfferFields({ condition, onChange, form }: ConditionProps<'tender_deadline'>) {
  const t = useTranslations('rules.form')
  return (
    <NumberField
      label={t('claimDays')}
      hint={t('offersHint')}
      value={condition.days}
      max={MAX_DAYS}
      onChange={(days) => onChange({ ...condition, days })}
      form={form}
    />
  )
}

function ClaimFields({ condition, onChange, form }: ConditionProps<'claim_deadline'>) {
  const t = useTranslations('rules.form')
  return (
    <>
      <NumberField
        label={t('claimDays')}
        hint={t('claimHint')}
        value={condition.days}
        max={MAX_DAYS}
        onChange={(days) => onChange({ ...condition, days })}
        form={form}
      />
      <RuleTagsField values={condition.tags} onChange={(tags) => onChange({ ...condition, tags })} />
    </>
  )
}

const fields: { readonly [K in RuleKindName]: ComponentType<ConditionProps<K>> } = {
  events: EventFields,
  claim_deadline: ClaimFields,
  report: ReportFields,
  spend: SpendFields,
  risk: RiskFields,
  // The tenders page has the fields of this filter.
  tender: () => null,
  tender_deadline: OfferFields,
}

export function ConditionFields({ form }: { readonly form: RuleForm }) {
  const t = useTranslations('rules.form')
  const { condition } = form.draft
  // Safe: the fields of a kind receive conditions of that kind.
  const Fields = fields[condition.kind] as unknown as ComponentType<{
    readonly condition: RuleCondition
    readonly onChange: (condition: RuleCondition) => void
    readonly form: RuleForm
  }>
  const choose = (value: string) => {
    if (!isRuleKind(value) || value === condition.kind) return
    form.change(form.isNew ? kindChange(form.draft, value) : { condition: conditions[value] })
  }
  return (
    <>
      <Select
        label={t('whatLabel')}
        isLabelHidden
        options={form.kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={condition.kind}
        onChange={(event) => choose(event.target.value)}
      />
      <Fields condition={condition} onChange={(next) => form.change({ condition: next })} form={form} />
    </>
  )
}

function EventFields({ condition, onChange }: ConditionProps<'events'>) {
  const t = useTranslations('rules.form')
  const words = useTranslations('event-kinds')
  const choices = useQuery(panelQuery('eventSeverities.get', {})).data?.choices
  const locale = useLocale()
  const { sources, announcements, tags, monitor_ids: monitors } = condition
  return (
    <>
      <ChipChoice
        label={t('sources')}
        hint={t('sourcesHint')}
        groups={[
          {
            id: 'all',
            options: eventSources.map((value) => ({ value: value as string, label: shortSourceName(value, locale) })),
          },
        ]}
        values={sources}
        onChange={(next) => onChange({ ...condition, sources: next })}
      />
      <ChipChoice
        label={t('announcements')}
        hint={t('announcementsHint')}
        groups={eventSeverities.map((severity) => ({
          id: severity,
          title: words(`severities.${severity}`),
          options: kindsOfSeverity(severity, choices).map((value) => ({ value, label: words(`kinds.${value}`) })),
        }))}
        values={announcements}
        onChange={(next) => onChange({ ...condition, announcements: next })}
      />
      <RuleTagsField values={tags} onChange={(next) => onChange({ ...condition, tags: next })} />
      <MonitorsField values={monitors} onChange={(next) => onChange({ ...condition, monitor_ids: next })} />
    </>
  )
}

interface ChipChoiceProps<Value extends string> {
  readonly label: string
  readonly hint: string
  readonly groups: readonly {
    readonly id: string
    readonly title?: string
    readonly options: readonly { readonly value: Value; readonly label: string }[]
  }[]
  readonly values: readonly Value[]
  readonly onChange: (values: Value[]) => void
}

/** A choice of several options, stored in display order. */
function ChipChoice<Value extends string>({ label, hint, groups, values, onChange }: ChipChoiceProps<Value>) {
  const id = useId()
  const toggled = (value: Value) =>
    groups
      .flatMap(({ options }) => options.map((option) => option.value))
      .filter((each) => (each === value ? !values.includes(each) : values.includes(each)))
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      {groups.map(({ id: group, title, options }) => (
        <div
          key={group}
          {...(title !== undefined && { role: 'group', 'aria-label': title })}
          className="mb-2 flex flex-wrap gap-1.5"
        >
          {title !== undefined && <p className="w-full text-sm text-muted">{title}</p>}
          {options.map((option) => (
            <FilterChip
              key={option.value}
              isOn={values.includes(option.value)}
              onChange={() => onChange(toggled(option.value))}
            >
              <span className="first-letter:uppercase">{option.label}</span>
            </FilterChip>
          ))}
        </div>
      ))}
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
