'use client'

import { type ComponentType, useEffect, useState } from 'react'

import { useAfterLoad } from '@/components/ui/use-after-load'

import { FirstRows } from './first-rows'
import type { MonitorTableProps } from './monitor-table'

/** Once loaded it is there at once for every later visit of the page. */
let loaded: ComponentType<MonitorTableProps> | undefined

/** The table with its virtualiser, fetched after the page has loaded; until then its first rows, which the server made. */
export function MonitorTableLazy(props: MonitorTableProps) {
  const isAfterLoad = useAfterLoad()
  const [Table, setTable] = useState(() => loaded)
  useEffect(() => {
    const load = async () => {
      const { MonitorTable } = await import('./monitor-table')
      loaded = MonitorTable
      setTable(() => MonitorTable)
    }
    if (isAfterLoad) void load()
  }, [isAfterLoad])
  return Table ? <Table {...props} /> : <FirstRows {...props} />
}
