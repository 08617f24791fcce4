'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useSpendWords } from '@/components/shared/rules/use-spend-words'
import type { RuleCondition } from '@/lib/contract/panel/rule-conditions'
import type { RulePreview } from '@/lib/contract/panel/rules'
import { formatDate, formatDateTime, formatInteger } from '@/lib/domain/format/format'

import type { RuleForm } from './use-rule-form'

/** What the rule would have sent, by what delivers. */
export function RulePreviewLine({ form: { preview, draft, isNew } }: { readonly form: RuleForm }) {
  const t = useTranslations('notifications.form.preview')
  const countOf = usePreviewWords()
  const reachedOf = useReachedWords(draft.condition, isNew)
  const sayOf = (said: RulePreview) => (said.reached === null ? countOf(said) : reachedOf(said.reached))
  const { query, isCurrent } = preview
  const isCounting = !isCurrent || query.isFetching
  return (
    <p role="status" className="rounded-lg bg-hover px-3 py-2 text-sm">
      {isCounting ? t('counting') : query.isError ? t('failed') : query.data === undefined ? '' : sayOf(query.data)}
    </p>
  )
}

function usePreviewWords(): (preview: RulePreview) => string {
  const t = useTranslations('notifications.form.preview')
  const locale = useLocale()
  const countOf = ({ messages, items, since, is_whole: isWhole, days }: RulePreview): string => {
    if (messages === null || items === null) return t('unknown')
    const what =
      messages === 0
        ? t('none')
        : t('line', {
            messagesNumber: messages,
            messages: formatInteger(messages, locale),
            itemsNumber: items,
            items: formatInteger(items, locale),
          })
    const when =
      isWhole || since === null
        ? t('days', { days, daysNumber: days })
        : t('since', { when: formatDate(since, locale) })
    return `${what} ${when}.`
  }
  return (preview) => {
    const { next_at: next } = preview
    const said = countOf(preview)
    return next === null ? said : `${said} ${t('next', { when: formatDateTime(next, locale) })}`
  }
}

/** Of thresholds: those that are reached at this moment, about which the highest is told as soon as it is saved. */
function useReachedWords(condition: RuleCondition, isNew: boolean): (reached: readonly number[]) => string {
  const t = useTranslations('notifications.form.preview')
  const { listOf } = useSpendWords()
  return (reached) => {
    if (reached.length === 0 || condition.kind !== 'spend') return t('notReached')
    return t(isNew ? 'reached' : 'reachedBefore', { thresholds: listOf(condition.basis, reached) })
  }
}
