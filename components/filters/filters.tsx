'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { usePlanPlaces } from '@/components/meters/use-meters'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'

import { DeletedFilters } from './deleted/deleted-filters'
import { draftMemory } from './draft/draft-memory'
import type { FilterRecord } from './draft/filter-draft'
import { FilterNavigation } from './filter-list'
import { EditorSkeleton, FiltersSkeleton } from './filters-skeleton'
import { useMemoryKey } from './sets/use-new-draft'
import { TransferButtons } from './transfer/transfer-buttons'
import { useNewFilterReason } from './use-new-filter-reason'
import { filterHref, NEW_FILTER, openFilter, useSelectedFilter } from './use-selected-filter'
import { countSilent, useFilterUses } from './uses/use-filter-uses'

const SilentDialog = lazyComponent(async () => (await import('./uses/silent-dialog')).SilentDialog)

/** Monitors of deleted filters match nothing until they get another filter, so the filters page warns of them. */
function SilentMonitorsBanner() {
  const t = useTranslations('filters.silent')
  const countValues = useCountValues()
  const uses = useFilterUses()
  const { reason } = usePermission('monitors.attach')
  const [isOpen, setIsOpen] = useState(false)
  const count = countSilent(uses ?? [])
  if (count === 0 && !isOpen) return null
  return (
    <>
      <Banner
        tone="warn"
        className="mb-4"
        action={
          <Button size="sm" aria-haspopup="dialog" disabledReason={reason} onClick={() => setIsOpen(true)}>
            {t('action')}
          </Button>
        }
      >
        {t('banner', countValues(count))}
      </Banner>
      {isOpen && <SilentDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const loadEditor = async () => (await import('./editor/filter-editor')).FilterEditor
const FilterEditor = lazyComponent(loadEditor, EditorSkeleton)

function NewButton() {
  const t = useTranslations('filters')
  const reason = useNewFilterReason()
  return (
    <Button variant="primary" disabledReason={reason} onClick={() => openFilter(NEW_FILTER)}>
      {t('new')}
    </Button>
  )
}

function Header() {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { count, limit } = usePlanPlaces('filters')
  const quotaText =
    typeof limit === 'number' && count !== undefined
      ? ` · ${t('count', { count: countValues(count).count, limit: countValues(limit).count })}`
      : ''
  return (
    <PageHeader
      title={t('title')}
      subtitle={`${t('subtitle')}${quotaText}`}
      actions={
        <>
          <TransferButtons />
          <NewButton />
        </>
      }
    />
  )
}

interface EditorPaneProps {
  readonly filters: readonly FilterRecord[]
  readonly selected: string | undefined
}

function EditorPane({ filters, selected }: EditorPaneProps) {
  const t = useTranslations('filters')
  const memoryKeyOf = useMemoryKey()
  const isAfterLoad = useAfterLoad()
  useEffect(() => {
    if (isAfterLoad) preload(loadEditor)
  }, [isAfterLoad])
  if (selected === undefined) {
    return (
      <Card>
        <EmptyState title={t('pick.title')}>{t('pick.text')}</EmptyState>
      </Card>
    )
  }
  const record = filters.find(({ id }) => id === selected)
  const memoryKey = memoryKeyOf(selected)
  const isEditable = selected === NEW_FILTER || record !== undefined || draftMemory.recall(memoryKey) !== undefined
  if (isEditable) return <FilterEditor key={memoryKey} record={record} memoryKey={memoryKey} />
  return (
    <Card>
      <EmptyState
        title={t('missing.title')}
        action={
          <a href={filterHref(undefined)} className="text-accent-ink underline underline-offset-2">
            {t('back')}
          </a>
        }
      >
        {t('missing.text')}
      </EmptyState>
    </Card>
  )
}

/** The filters page: the list next to the open filter; on phones one of the two. */
export function Filters() {
  const t = useTranslations('filters')
  const permission = usePermission('filters.list')
  const selected = useSelectedFilter()
  const memoryKeyOf = useMemoryKey()
  const list = useQuery({ ...query('filters.list', { query: {} }), enabled: permission.allowed })
  if (!permission.allowed) return <DeniedPage page="filters" />
  return (
    <>
      <Header />
      <SilentMonitorsBanner />
      <QueryView
        query={list}
        contentName={t('what')}
        skeleton={<FiltersSkeleton />}
        isEmpty={({ items }) => items.length === 0 && selected === undefined}
        empty={
          <>
            <Card>
              <EmptyState title={t('empty.title')} action={<NewButton />}>
                {t('empty.text')}
              </EmptyState>
            </Card>
            <DeletedFilters />
          </>
        }
      >
        {({ items }) => (
          <div className="grid items-start gap-4 frame:grid-cols-[20rem_minmax(0,1fr)]">
            <div className={classNames('min-w-0', selected !== undefined && 'max-frame:hidden')}>
              <FilterNavigation filters={items} selected={selected} memoryKeyOf={memoryKeyOf} />
              <DeletedFilters />
            </div>
            <div className={classNames('min-w-0', selected === undefined && 'max-frame:hidden')}>
              <EditorPane filters={items} selected={selected} />
            </div>
          </div>
        )}
      </QueryView>
    </>
  )
}
