'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'

import { draftMemory } from './draft-memory'
import type { FilterRecord } from './filter-draft'
import { FilterEditor } from './filter-editor'
import { FilterNavigation } from './filter-list'
import { FiltersSkeleton } from './filters-skeleton'
import { filterHref, NEW_FILTER, openFilter, useSelectedFilter } from './use-selected-filter'

const useMemoryKey = () => {
  const { account, email } = useViewer()
  return (id: string) => `${account.slug}/${email}/${id}`
}

function NewButton() {
  const t = useTranslations('filters')
  const permission = usePermission('filters.create')
  const { data } = useQuery(query('usage.summary', {}))
  const limit = data?.limits?.filters
  const isFull = typeof limit === 'number' && (data?.counts?.filters ?? 0) >= limit
  const reason = permission.reason ?? (isFull ? t('full', { limit }) : undefined)
  return (
    <Button variant="primary" disabledReason={reason} onClick={() => openFilter(NEW_FILTER)}>
      {t('new')}
    </Button>
  )
}

function Header() {
  const t = useTranslations('filters')
  const counted = useCountValues()
  const { data } = useQuery(query('usage.summary', {}))
  const count = data?.counts?.filters
  const limit = data?.limits?.filters
  const places =
    typeof limit === 'number' && count !== undefined
      ? ` · ${t('count', { count: counted(count).count, limit: counted(limit).count })}`
      : ''
  return <PageHeader title={t('title')} subtitle={`${t('subtitle')}${places}`} actions={<NewButton />} />
}

interface PaneProps {
  readonly filters: readonly FilterRecord[]
  readonly selected: string | undefined
}

function Pane({ filters, selected }: PaneProps) {
  const t = useTranslations('filters')
  const memoryKeyOf = useMemoryKey()
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

/** The filters page: the list beside the filter that is open; on phones one of the two. */
export function Filters() {
  const t = useTranslations('filters')
  const reading = usePermission('filters.list')
  const selected = useSelectedFilter()
  const memoryKeyOf = useMemoryKey()
  const list = useQuery({ ...query('filters.list', { query: {} }), enabled: reading.allowed })
  if (!reading.allowed) return <DeniedPage page="filters" />
  return (
    <>
      <Header />
      <QueryView
        query={list}
        what={t('what')}
        skeleton={<FiltersSkeleton />}
        isEmpty={({ items }) => items.length === 0 && selected === undefined}
        empty={
          <Card>
            <EmptyState title={t('empty.title')} action={<NewButton />}>
              {t('empty.text')}
            </EmptyState>
          </Card>
        }
      >
        {({ items }) => (
          <div className="grid items-start gap-4 frame:grid-cols-[20rem_minmax(0,1fr)]">
            <div className={classNames('min-w-0', selected !== undefined && 'max-frame:hidden')}>
              <FilterNavigation filters={items} selected={selected} memoryKeyOf={memoryKeyOf} />
            </div>
            <div className={classNames('min-w-0', selected === undefined && 'max-frame:hidden')}>
              <Pane filters={items} selected={selected} />
            </div>
          </div>
        )}
      </QueryView>
    </>
  )
}
