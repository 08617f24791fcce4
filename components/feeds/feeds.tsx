'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'

import { type FeedChange, FeedList } from './feed-list'

const FeedDialog = lazyComponent(async () => (await import('./feed-dialog')).FeedDialog)
const ChangeFeed = lazyComponent(async () => (await import('./change-feed')).ChangeFeed)

/** Secret addresses from which calendars and feed readers load what the account's monitors find. */
export function Feeds() {
  const t = useTranslations('feeds')
  const { allowed } = usePermission('feeds.list')
  if (!allowed) return <DeniedPage page="notificationFeeds" />
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <DialogButton variant="primary" renderDialog={(close) => <FeedDialog onClose={close} />}>
            <Icon name="plus" size={14} />
            {t('create')}
          </DialogButton>
        }
      />
      <FeedsCard />
    </>
  )
}

function FeedsCard() {
  const t = useTranslations('feeds')
  const feeds = useQuery(panelQuery('feeds.list', {}))
  const [pendingChange, setPendingChange] = useState<FeedChange>()
  return (
    <Card title={t('listTitle')}>
      <QueryView
        query={feeds}
        contentName={t('what')}
        skeleton={<SkeletonRows rows={2} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ items }) => <FeedList feeds={items} onRequestChange={setPendingChange} />}
      </QueryView>
      {pendingChange && <ChangeFeed {...pendingChange} onClose={() => setPendingChange(undefined)} />}
    </Card>
  )
}
