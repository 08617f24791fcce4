'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { useCancelledText } from './use-cancelled-text'

type DeletableRule = Pick<Rule, 'id' | 'name' | 'condition'>

interface DeleteRuleProps<R> {
  /** Undefined while the dialog is closed. */
  readonly rule: R | undefined
  /** The text about what is deleted along with the rule. */
  readonly children: (rule: R) => ReactNode
  readonly onClose: () => void
}

export function DeleteRule<R extends DeletableRule>({ rule, children, onClose }: DeleteRuleProps<R>) {
  const t = useTranslations('rules-form.remove')
  const withCancelled = useCancelledText()
  // Keeps the last rule on screen while the dialog fades out.
  const [last, setLast] = useState(rule)
  if (rule !== undefined && rule.id !== last?.id) setLast(rule)
  const shown = rule ?? last
  const ruleTexts = { kind: shown?.condition.kind ?? 'events', name: shown?.name ?? '' }
  const doneText = t('done', ruleTexts)
  const remove = useAction('rules.delete', {
    done: ({ cancelled }) => withCancelled(doneText, cancelled),
    failed: t('failed', ruleTexts),
    deletedAsSuccess: doneText,
    onSettled: onClose,
  })
  return (
    <ConfirmDialogLazy
      title={t('title', ruleTexts)}
      isOpen={rule !== undefined}
      onClose={onClose}
      confirmLabel={t('confirm', ruleTexts)}
      tone="danger"
      onConfirm={() => rule && remove.mutate({ params: { id: rule.id } })}
      isPending={remove.isPending}
    >
      {shown && children(shown)}
    </ConfirmDialogLazy>
  )
}
