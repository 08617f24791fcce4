'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { TextField } from '@/components/ui/inputs/text-field'
import { MAX_RULE_NAME_LENGTH } from '@/lib/features/rules/contract/rules'

import type { NotificationForm } from './rule-draft'
import { TargetFields } from './target-fields'
import { TimeFields } from './time-fields'

interface RuleFormDialogProps {
  readonly form: Omit<NotificationForm, 'answer'> & {
    readonly answer: NotificationForm['answer'] | undefined
    readonly isPending: boolean
    readonly submit: () => void
  }
  readonly title: string
  readonly submitLabel: string
  readonly start?: ReactNode
  readonly nameHint?: string
  readonly nameError: string | undefined
  readonly introduction: ReactNode
  /** Remarks below the schedule and below the recipients. */
  readonly ofTimes?: ReactNode
  readonly ofTargets?: ReactNode
  readonly children: ReactNode
  readonly onClose: () => void
}

export function RuleFormDialog(props: RuleFormDialogProps) {
  const { form, title, submitLabel, start, nameHint, nameError, introduction, ofTimes, ofTargets, children, onClose } =
    props
  const t = useTranslations('rules-form')
  const { draft, change, answer } = form
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isPending={form.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {start}
      <TextField
        label={t('name')}
        hint={nameHint}
        error={nameError}
        maxLength={MAX_RULE_NAME_LENGTH}
        autoFocus
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {introduction}
      {answer && (
        <>
          <FormPart title={t('whenLabel')}>
            <TimeFields form={{ ...form, answer }} />
            {ofTimes}
          </FormPart>
          <FormPart title={t('whomLabel')}>
            <TargetFields form={{ ...form, answer }} />
            {ofTargets}
          </FormPart>
        </>
      )}
      {children}
    </FormDialog>
  )
}

export function FormPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-3 border-t pt-4">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
