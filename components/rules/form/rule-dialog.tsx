'use client'

import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import type { RuleDraft } from '@/components/shared/rules/rule-draft'
import { FormPart, RuleFormDialog } from '@/components/shared/rules/rule-form-dialog'
import { useSpendWords } from '@/components/shared/rules/use-spend-words'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Select } from '@/components/ui/inputs/select'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { formatDate, formatDateTime, formatInteger } from '@/lib/domain/format/format'
import type { PanelOutput } from '@/lib/features/contract'
import type { RuleCondition } from '@/lib/features/rules/contract/conditions'
import { MAX_RULES, type Rule, type RulePreview } from '@/lib/features/rules/contract/rules'

import { newTimes, defaultsByKind } from '../rule-draft'
import { ruleTemplates } from '../templates'
import { ConditionFields } from './condition-fields'
import { useRuleForm, type RuleForm } from './use-rule-form'

interface RuleDialogProps {
  readonly rule: Rule | undefined
  readonly draft: RuleDraft
  readonly answer: PanelOutput<'rules.list'>
  readonly onClose: () => void
}

export function RuleDialog({ rule, draft: first, answer, onClose }: RuleDialogProps) {
  const t = useTranslations('rules.form')
  const form = useRuleForm({ rule, draft: first, answer, onClose })
  const { draft, change, faults } = form
  return (
    <RuleFormDialog
      form={form}
      title={t(form.isNew ? 'createTitle' : 'editTitle')}
      submitLabel={t('save')}
      start={form.isNew && <TemplateField form={form} />}
      nameHint={t('nameHint')}
      nameError={faults.name && t('faults.name')}
      introduction={
        <FormPart title={t('whatLabel')}>
          <ConditionFields form={form} />
        </FormPart>
      }
      onClose={onClose}
    >
      <Checkbox checked={draft.enabled} onChange={(event) => change({ enabled: event.target.checked })}>
        {t('enabled')}
      </Checkbox>
      <RulePreviewLine form={form} />
      <RuleProblem error={form.error} />
    </RuleFormDialog>
  )
}

function RuleProblem({ error }: { readonly error: Error | undefined }) {
  const t = useTranslations('rules.form.faults')
  const toText = useFailureText()
  if (error === undefined) return null
  const known = isApiError(error) ? reasonOf(error) : undefined
  if (known !== undefined) return <Banner tone="danger">{t(known, { max: MAX_RULES })}</Banner>
  return <Banner tone="danger">{isApiError(error) ? `${t('failed')} ${toText(error)}` : t('failed')}</Banner>
}

function reasonOf({ code, fields: [field] }: ApiError) {
  if (code === 'limit') return 'limit'
  if (code === 'rule_changed') return 'changed'
  if (field?.path[0] === 'targets') return 'targets'
  if (field?.type === 'name_taken') return 'taken'
  return field?.type === 'personal_number' ? 'personal' : undefined
}

/** Starts a new rule from a template; the recipients stay unchanged. */
function TemplateField({ form: { draft, kinds, change } }: { readonly form: RuleForm }) {
  const t = useTranslations('rules.templates')
  const templates = ruleTemplates.filter(({ draft: { condition } }) => kinds.includes(condition.kind))
  const isTemplateName = (name: string) => name === '' || templates.some((each) => t(each.name) === name)
  const [chosen, setChosen] = useState(() => templates.find(({ name }) => t(name) === draft.name)?.label ?? '')
  const choose = (label: string) => {
    const template = templates.find((each) => each.label === label)
    setChosen(template?.label ?? '')
    // A name typed by the user is not replaced.
    const name = isTemplateName(draft.name.trim()) && { name: template === undefined ? '' : t(template.name) }
    if (template === undefined) return change({ ...name })
    return change({ ...newTimes, ...defaultsByKind[template.draft.condition.kind], ...template.draft, ...name })
  }
  return (
    <Select
      label={t('start')}
      options={[{ value: '', label: t('own') }, ...templates.map(({ label }) => ({ value: label, label: t(label) }))]}
      value={chosen}
      onChange={({ target: { value } }) => choose(value)}
    />
  )
}

/** What the rule would have sent, computed by the code that delivers notifications. */
function RulePreviewLine({ form: { preview, draft, isNew } }: { readonly form: RuleForm }) {
  const t = useTranslations('rules.form.preview')
  const countOf = usePreviewWords()
  const reachedOf = useReachedWords(draft.condition, isNew)
  const describeResult = (result: RulePreview) =>
    result.reached === null ? countOf(result) : reachedOf(result.reached)
  const { query, isCurrent } = preview
  const isCounting = !isCurrent || query.isFetching
  return (
    <p role="status" className="rounded-lg bg-hover px-3 py-2 text-sm">
      {isCounting
        ? t('counting')
        : query.isError
          ? t('failed')
          : query.data === undefined
            ? ''
            : describeResult(query.data)}
    </p>
  )
}

function usePreviewWords(): (preview: RulePreview) => string {
  const t = useTranslations('rules.form.preview')
  const locale = useLocale()
  const countOf = ({ messages, items, since, is_whole: isComplete, days }: RulePreview): string => {
    if (messages === null || items === null) return t('unknown')
    const countText =
      messages === 0
        ? t('none')
        : t('line', {
            messagesNumber: messages,
            messages: formatInteger(messages, locale),
            itemsNumber: items,
            items: formatInteger(items, locale),
          })
    const when =
      isComplete || since === null
        ? t('days', { days, daysNumber: days })
        : t('since', { when: formatDate(since, locale) })
    return `${countText} ${when}.`
  }
  return (preview) => {
    const { next_at: next } = preview
    const summary = countOf(preview)
    return next === null ? summary : `${summary} ${t('next', { when: formatDateTime(next, locale) })}`
  }
}

/** Thresholds that are already reached; the highest is reported as soon as the rule is saved. */
function useReachedWords(condition: RuleCondition, isNew: boolean): (reached: readonly number[]) => string {
  const t = useTranslations('rules.form.preview')
  const { listOf } = useSpendWords()
  return (reached) => {
    if (reached.length === 0 || condition.kind !== 'spend') return t('notReached')
    return t(isNew ? 'reached' : 'reachedBefore', { thresholds: listOf(condition.basis, reached) })
  }
}
