'use client'

import { useQuery } from '@tanstack/react-query'

import { useAction } from '@/components/layout/use-action'
import { panelQuery } from '@/lib/client/queries'

import { viewsInput } from '../monitors-queries'

/** The saved views of this page and what can be done with them; the list is read anew after each change. */
export function useViews() {
  const list = useQuery(panelQuery('views.list', viewsInput))
  const save = useAction('views.save')
  const remove = useAction('views.delete')
  const choose = useAction('views.setDefault')
  return { list, save, remove, choose }
}
