'use client'

import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { act } from '@/lib/client/queries'
import { chunksOf } from '@/lib/domain/collections/chunks'
import type { PanelInput } from '@/lib/features/contract'

import { type FeedEvent, type FeedStore, hasReview, reviewOf, withReviews } from './feed-store'

type ReviewChange = PanelInput<'events.review'>['body']['change']

/** The maximum of one request. */
const MAX_REVIEWED = 1000

/** Changes what the team did with events, and shows it once the panel has accepted it. */
export function useEventReviews(store: FeedStore) {
  const t = useTranslations('events.review')
  const toText = useFailureText()
  const countValues = useCountValues()
  const { reason: denied } = usePermission('events.review')
  const change = async (events: readonly FeedEvent[], update: ReviewChange): Promise<boolean> => {
    if (denied !== undefined) {
      toast.error(denied)
      return false
    }
    try {
      for (const chunk of chunksOf(events, MAX_REVIEWED)) {
        const { items } = await act('events.review', { body: { ids: chunk.map(({ id }) => id), change: update } })
        store.change((feed) => withReviews(feed, items))
      }
      return true
    } catch (error) {
      toast.error(`${t('failed')} ${toText(error)}`)
      return false
    }
  }
  /** Reviews events; those that all are reviewed already are open again. */
  const toggleReviewed = async (events: readonly FeedEvent[]) => {
    const left = events.filter((event) => !hasReview(reviewOf(event, store.read())))
    const isReviewed = left.length > 0
    const changed = isReviewed ? left : events
    if (changed.length === 0 || !(await change(changed, { is_reviewed: isReviewed }))) return
    toast.success(t(isReviewed ? 'reviewed' : 'reopened', countValues(changed.length)), {
      action: { label: t('undo'), onPress: () => void change(changed, { is_reviewed: !isReviewed }) },
    })
  }
  return { denied, change, toggleReviewed }
}
export type EventReviews = ReturnType<typeof useEventReviews>
