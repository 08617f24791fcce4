'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { useCancelledText } from './use-cancelled-text'

type Asked = Pick<Rule, 'id' | 'name' | 'condition'>

interface DeleteRuleProps<R> {
  /** Undefined while nothing is asked. */
  readonly rule: R | undefined
  /** What goes with it. */
  readonly children: (rule: R) => ReactNode
  readonly onClose: () => void
}

/** Asks before a rule goes with all that it found. */
export function DeleteRule<R extends Asked>({ rule, children, onClose }: DeleteRuleProps<R>) {
  const t = useTranslations('rules-form.remove')
  const withCancelled = useCancelledText()
  // The dialog fades out with what it asked about.
  const [last, setLast] = useState(rule)
  if (rule !== undefined && rule.id !== last?.id) setLast(rule)
  const shown = rule ?? last
  const said = { kind: shown?.condition.kind ?? 'events', name: shown?.name ?? '' }
  const done = t('done', said)
  const remove = useAction('rules.delete', {
    done: ({ cancelled }) => withCancelled(done, cancelled),
    failed: t('failed', said),
    isGoneDone: done,
    onSettled: onClose,
  })
  return (
    <ConfirmDialogLazy
      title={t('title', said)}
      isOpen={rule !== undefined}
      onClose={onClose}
      confirmLabel={t('confirm', said)}
      tone="danger"
      onConfirm={() => rule && remove.mutate({ params: { id: rule.id } })}
      isPending={remove.isPending}
    >
      {shown && children(shown)}
    </ConfirmDialogLazy>
  )
}
