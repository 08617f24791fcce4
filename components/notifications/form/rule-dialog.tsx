'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import type { RuleDraft } from '@/components/shared/rules/rule-draft'
import { FormPart, RuleFormDialog } from '@/components/shared/rules/rule-form-dialog'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import type { PanelOutput } from '@/lib/contract/panel-table'
import { MAX_RULES, type Rule } from '@/lib/contract/panel/rules'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

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
    <RuleFormDialog
      form={form}
      title={t(form.isNew ? 'createTitle' : 'editTitle')}
      submitLabel={t('save')}
      start={form.isNew && <TemplateField form={form} />}
      nameHint={t('nameHint')}
      nameError={faults.name && t('faults.name')}
      about={
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

/** Why a rule could not be saved. */
function RuleProblem({ error }: { readonly error: Error | undefined }) {
  const t = useTranslations('notifications.form.faults')
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
