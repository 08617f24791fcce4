'use client'

import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { FormPart } from '@/components/shared/rules/form-part'
import { TargetFields } from '@/components/shared/rules/target-fields'
import { TimeFields } from '@/components/shared/rules/time-fields'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import type { PanelOutput } from '@/lib/contract/panel-table'
import { MAX_RULE_NAME_LENGTH, type Rule, MAX_RULES } from '@/lib/contract/panel/rules'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

import type { RuleDraft } from '../rule-draft'
import { ConditionFields } from './condition-fields'
import { RulePreviewLine } from './preview-line'
import { TemplateField } from './template-field'
import { useRuleForm } from './use-rule-form'

interface RuleDialogProps {
  /** Undefined: a new one. */
  readonly rule: Rule | undefined
  readonly draft: RuleDraft
  readonly answer: PanelOutput<'rules.list'>
  readonly onClose: () => void
}

/** One rule: about what, when and to whom, and what it would have sent. */
export function RuleDialog({ rule, draft: first, answer, onClose }: RuleDialogProps) {
  const t = useTranslations('notifications.form')
  const form = useRuleForm({ rule, draft: first, answer, onClose })
  const { draft, change, faults } = form
  return (
    <FormDialog
      title={t(rule === undefined ? 'createTitle' : 'editTitle')}
      submitLabel={t('save')}
      isPending={form.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {form.isNew && <TemplateField form={form} />}
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        error={faults.name && t('faults.name')}
        maxLength={MAX_RULE_NAME_LENGTH}
        autoFocus
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <FormPart title={t('whatLabel')}>
        <ConditionFields form={form} />
      </FormPart>
      <FormPart title={t('whenLabel')}>
        <TimeFields form={form.telling} />
      </FormPart>
      <FormPart title={t('whomLabel')}>
        <TargetFields form={form.telling} />
      </FormPart>
      <Checkbox checked={draft.enabled} onChange={(event) => change({ enabled: event.target.checked })}>
        {t('enabled')}
      </Checkbox>
      <RulePreviewLine form={form} />
      <RuleProblem error={form.error} />
    </FormDialog>
  )
}

/** Why a rule could not be saved. */
function RuleProblem({ error }: { readonly error: Error | null }) {
  const t = useTranslations('notifications.form.faults')
  const toText = useFailureText()
  if (error === null) return null
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
