'use client'

import { useCallback, useMemo, useState } from 'react'

import { PageHeader } from '@/components/layout/page-header'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { PricedCall } from '@/lib/contract/prices'

import { ListFilters } from '../filters/list-filters'
import type { PagedList } from '../register-lists'
import { RegisterSource } from '../register-source'
import { useWatchedRows } from '../watched/use-watched-rows'
import { AskCard } from './ask-card'
import type { ListRow } from './kept-list'
import { listCodecs, type ListSearch, toAsked } from './list-search'
import { useRegisterList } from './use-register-list'

const RowsCard = lazyComponent(
  async () => (await import('./rows-card')).RowsCard,
  () => <SkeletonCard rows={8} />,
)
const RegisterRowDialog = lazyComponent(async () => (await import('../details/register-row-dialog')).RegisterRowDialog)

export interface RegisterListPageProps {
  readonly list: PagedList
  readonly title: string
  readonly subtitle: string
  readonly calls: readonly PricedCall[]
}

/** One list of a register: what was paid for of it, and the next page at its price. Who may not spend sees what others paid for. */
export function RegisterListPage({ list, title, subtitle, calls }: RegisterListPageProps) {
  const { search, change } = useAddressSearch(listCodecs[list])
  const onChange = useCallback((part: Partial<ListSearch>) => change(part), [change])
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <ListFilters list={list} search={search} calls={calls} onChange={onChange} />
      <Narrowed key={JSON.stringify(toAsked(search))} list={list} title={title} search={search} onChange={onChange} />
      <RegisterSource list={list} />
    </>
  )
}

interface NarrowedProps extends Pick<RegisterListPageProps, 'list' | 'title'> {
  readonly search: ListSearch
  readonly onChange: (part: Partial<ListSearch>) => void
}

/** One query; another begins anew. */
function Narrowed({ list, title, search, onChange }: NarrowedProps) {
  const asked = useMemo(() => toAsked(search), [search])
  const state = useRegisterList(list, asked)
  const watched = useWatchedRows({ list, series: state.series, pageCount: state.pages.length })
  const [opened, setOpened] = useState<ListRow>()
  if (state.pages.length === 0) {
    return <AskCard list={list} title={title} search={search} state={state} onChange={onChange} />
  }
  return (
    <>
      <RowsCard
        list={list}
        title={title}
        search={search}
        state={state}
        watched={watched}
        onChange={onChange}
        onOpen={setOpened}
      />
      {opened !== undefined && (
        <RegisterRowDialog
          list={list}
          row={opened}
          page={state.pages.find(({ id }) => id === opened.pageId)}
          mark={watched.marks.get(opened.key)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
