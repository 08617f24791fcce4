'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { panelMutation, panelQuery } from '@/lib/client/queries'

import { viewsInput } from '../monitors-queries'

/** The saved views of this page and what can be done with them; the list is read anew after each change. */
export function useViews() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['panel', 'views'] })
  const list = useQuery(panelQuery('views.list', viewsInput))
  const save = useMutation({ ...panelMutation('views.save'), onSuccess })
  const remove = useMutation({ ...panelMutation('views.delete'), onSuccess })
  const choose = useMutation({ ...panelMutation('views.setDefault'), onSuccess })
  return { list, save, remove, choose }
}
