'use client'

import { useTranslations } from 'use-intl'

import { TableFileButtons } from '@/components/shared/table-file-buttons'
import { useClock } from '@/components/ui/clock'
import { warsawDay } from '@/lib/domain/calendar'
import type { PagedList } from '@/lib/domain/registers/register-rows'

import { type ListSearch, toRegisterQuery } from '../list/list-search'
import type { LoadedPage, ListRow } from '../list/loaded-list'
import type { WatchedMark } from '../watched/use-watched-rows'
import { listTableFile } from './list-table-file'

interface ListDownloadsProps {
  readonly list: PagedList
  readonly search: ListSearch
  readonly rows: readonly ListRow[]
  readonly pages: readonly LoadedPage[]
  readonly marks: ReadonlyMap<string, WatchedMark>
}

export function ListDownloads({ list, search, rows, pages, marks }: ListDownloadsProps) {
  const names = useTranslations('register-names')
  const makeTables = () => {
    const pageOf = new Map(pages.map((page) => [page.id, page]))
    const query = Object.entries(toRegisterQuery(search))
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(' ')
    const saved = rows.map((row) => ({
      row,
      page: pageOf.get(row.pageId),
      query,
      monitors: monitorsIn(marks.get(row.key)),
    }))
    return [listTableFile(list, saved)]
  }
  return (
    <span className="flex gap-1.5">
      <TableFileButtons
        name={`${list}-${warsawDay(new Date(useClock()))}`}
        of={names(`${list}.page`)}
        makeTables={makeTables}
      />
    </span>
  )
}

/** A company that matches only by name is marked as such. */
const monitorsIn = (mark: WatchedMark | undefined): string =>
  (mark?.monitors ?? []).map(({ name, is_sure: isSure }) => (isSure ? name : `${name} (podobna nazwa)`)).join('; ')
