'use client'

import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { act } from '@/lib/client/queries'

import { type EventSearch, type FilterQuery, isPartial } from './event-search'
import { allRead, type Feed, type FeedStore, withMarks } from './feed-store'

/** Marks events as read or unread, on the page at once and then in the panel; a refused change is reverted. */
export function useEventMarks(store: FeedStore, search: EventSearch, filter: FilterQuery) {
  const t = useTranslations('events.marks')
  const mark = useCallback(
    async (ids: readonly number[], isRead: boolean) => {
      store.change((feed) => withMarks(feed, ids, isRead))
      try {
        const { unread } = await act('events.mark', { body: { ids: [...ids], is_read: isRead } })
        store.change((feed) => ({ ...feed, unread }))
      } catch {
        store.change((feed) => withMarks(feed, ids, !isRead))
        toast.error(t('failed'))
      }
    },
    [store, t],
  )

  const markAll = useCallback(async () => {
    const before = store.read()
    const restore = (unread: number) =>
      store.change((feed): Feed => ({ ...feed, marks: before.marks, readUpTo: before.readUpTo, unread }))
    const undo = async (turn: number) => {
      try {
        restore((await act('events.undoMarkAll', { body: { turn } })).unread)
      } catch {
        toast.error(t('undoFailed'))
      }
    }
    store.change(allRead)
    try {
      // Without a filter, all events of the account are meant, also those that colleagues have reviewed.
      const isNarrowed = isPartial(search)
      const { turn, unread } = await act('events.markAll', {
        body: { up_to: before.seen, ...(isNarrowed && filter) },
      })
      store.change((feed) => ({ ...feed, unread }))
      toast.success(t(isNarrowed ? 'shownRead' : 'allRead'), {
        action: { label: t('undo'), onPress: () => void undo(turn) },
      })
    } catch {
      restore(before.unread)
      toast.error(t('failed'))
    }
  }, [store, search, filter, t])

  return { mark, markAll }
}
