'use client'

import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { FormPart } from '@/components/shared/rules/form-part'
import { TargetFields } from '@/components/shared/rules/target-fields'
import { TimeFields } from '@/components/shared/rules/time-fields'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import type { PanelOutput } from '@/lib/contract/panel-table'
import { MAX_RULE_NAME_LENGTH, type Rule } from '@/lib/contract/panel/rules'

import type { RuleDraft } from '../rule-draft'
import { ConditionFields } from './condition-fields'
import { RulePreviewLine } from './preview-line'
import { RuleProblem } from './rule-problem'
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
