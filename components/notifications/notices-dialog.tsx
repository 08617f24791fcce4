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
import type { Rule, RuleNotice } from '@/lib/contract/panel/rules'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { useSpendWords } from './use-spend-words'

interface NoticesDialogProps {
  readonly rule: Rule
  readonly onClose: () => void
}

const REFRESH_MS = 10_000

/** What a rule sent, to whom, and how that fared. */
export function NoticesDialog({ rule, onClose }: NoticesDialogProps) {
  const t = useTranslations('notifications.notices')
  const notices = useQuery({
    ...panelQuery('rules.notices', { params: { id: rule.id } }),
    refetchInterval: REFRESH_MS,
  })
  const title = t('title', { name: rule.name })
  const messageOf = useSentMessage()
  return (
    <Dialog title={title} size="lg" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <QueryView
        query={notices}
        what={t('what')}
        skeleton={<SkeletonRows rows={3} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
      >
        {({ items }) => (
          <>
            <p className="mb-3">
              <Link
                href={asRoute(`${routes.notificationDeliveries}?rule=${rule.id}`)}
                className={buttonClass({ size: 'sm' })}
              >
                {t('all')}
              </Link>
            </p>
            <SentTable label={title} foundLabel={t('found')} messages={items.map(messageOf)} />
          </>
        )}
      </QueryView>
    </Dialog>
  )
}

function useSentMessage() {
  const t = useTranslations('notifications.notices')
  const counted = useCountValues()
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
      count: messages > 1 ? t('messages', counted(messages)) : undefined,
      // What a channel said is in the list of deliveries.
      error: kind === 'mail' ? error : null,
    })),
  })
}

/** Thresholds that were told, with what it was then. */
function ReachedList({ reached }: Pick<RuleNotice, 'reached'>) {
  const t = useTranslations('notifications.notices')
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
