'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { type SentMessage, SentTable } from '@/components/layout/sent/sent-table'
import { buttonClass } from '@/components/ui/button-style'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'
import type { Rule, RuleNotice } from '@/lib/features/rules/contract/rules'

import { useSpendWords } from './use-spend-words'

interface NoticesDialogProps {
  readonly rule: Pick<Rule, 'id' | 'name' | 'condition'>
  readonly onClose: () => void
}

const REFRESH_MS = 10_000

/** True if another user has deleted the rule in the meantime. */
const isNotFound = (error: unknown) => isApiError(error) && error.status === 404

export function NoticesDialog({ rule, onClose }: NoticesDialogProps) {
  const t = useTranslations('rules-form.notices')
  const notices = useQuery({
    ...panelQuery('rules.notices', { params: { id: rule.id } }),
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : REFRESH_MS),
  })
  const title = t('title', { name: rule.name })
  const { kind } = rule.condition
  const messageOf = useSentMessage()
  if (isNotFound(notices.error)) {
    return (
      <Dialog title={title} size="lg" onClose={onClose}>
        <EmptyState title={t('gone')}>{t('goneText')}</EmptyState>
      </Dialog>
    )
  }
  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <QueryView
        query={notices}
        contentName={t('what')}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyText', { kind })}</EmptyState>}
      >
        {({ items }) => (
          <>
            <p className="mb-3">
              <Link
                href={asRoute(`${routes.notificationDeliveries}?rule=${rule.id}`)}
                className={buttonClass({ size: 'sm' })}
              >
                {t('all', { kind })}
              </Link>
            </p>
            <SentTable label={title} foundLabel={t('found', { kind })} messages={items.map(messageOf)} />
          </>
        )}
      </QueryView>
    </Dialog>
  )
}

function useSentMessage() {
  const t = useTranslations('rules-form.notices')
  const countValues = useCountValues()
  const locale = useLocale()
  return ({
    hit_count: count,
    window_start: from,
    window_end: to,
    reached,
    deliveries,
    ...notice
  }: RuleNotice): SentMessage => ({
    ...notice,
    window:
      notice.kind === 'digest'
        ? t('window', { from: formatDateTime(from, locale), to: formatDateTime(to, locale) })
        : undefined,
    found: reached.length === 0 ? formatInteger(count, locale) : <ReachedList reached={reached} />,
    isFoundListed: reached.length > 0,
    copies: deliveries.map(({ kind, recipient, messages, state, error }) => ({
      recipient: recipient ?? t('hidden'),
      state,
      count: messages > 1 ? t('messages', countValues(messages)) : undefined,
      // Errors of a channel are shown in the list of deliveries.
      error: kind === 'mail' ? error : null,
    })),
  })
}

function ReachedList({ reached }: Pick<RuleNotice, 'reached'>) {
  const t = useTranslations('rules-form.notices')
  const { whatOf, amountOf } = useSpendWords()
  return (
    <ul className="space-y-1">
      {reached.map((each) => (
        <li key={`${each.at} ${each.basis} ${each.threshold}`}>
          {whatOf(each, [each.threshold])}
          <span className="block text-sm text-muted">
            {amountOf(each)}
            {each.also.length > 0 && ` · ${t('also', { thresholds: whatOf(each, each.also) })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
