'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { Dialog } from '@/components/ui/overlay/dialog'

import { FeedAddress } from './feed-address'
import type { FeedChange } from './feed-list'

interface ChangeFeedProps extends FeedChange {
  readonly onClose: () => void
}

export function ChangeFeed({ feed, change, onClose }: ChangeFeedProps) {
  const t = useTranslations('feeds')
  const renew = useAction('feeds.renew', { failed: t('renew.failed') })
  const remove = useAction('feeds.delete', { done: t('remove.done'), failed: t('remove.failed'), onSuccess: onClose })
  const { name } = feed
  if (renew.data) {
    return (
      <Dialog title={t('address.title', { name })} onClose={onClose}>
        <FeedAddress url={renew.data.url} onDone={onClose} />
      </Dialog>
    )
  }
  const words = change === 'renew' ? 'renew' : 'remove'
  const params = { id: feed.id }
  return (
    <ConfirmDialogLazy
      title={t(`${words}.title`)}
      onClose={onClose}
      confirmLabel={t(`${words}.confirm`)}
      tone="danger"
      onConfirm={() => (change === 'renew' ? renew.mutate({ params }) : remove.mutate({ params }))}
      isPending={renew.isPending || remove.isPending}
    >
      <p>{t(`${words}.text`, { name })}</p>
    </ConfirmDialogLazy>
  )
}
