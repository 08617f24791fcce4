'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { isMaybeCharged, type SavedFile, useSavePaidFile } from '../use-save-paid-file'
import type { FiledItem } from './filed-items'

/** What this visit has paid for, by id of the document. */
type PaidFiles = Readonly<Record<string, SavedFile>>
const PAID_KEY = ['paidDocuments'] as const

/** The file of one document: fetched, saved, and what it cost told. */
export function useDocumentDownload({ id, file_name: name }: Pick<FiledItem, 'id' | 'file_name'>) {
  const client = useQueryClient()
  const save = useSavePaidFile()
  const { data: paid } = useQuery<PaidFiles>({
    queryKey: PAID_KEY,
    queryFn: () => ({}),
    initialData: {},
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const saving = useMutation({
    mutationFn: () => save('rdf.document', { params: { id } }, name ?? 'dokument'),
    onSuccess: (saved) => client.setQueryData<PaidFiles>(PAID_KEY, (now = {}) => ({ ...now, [id]: saved })),
  })
  return {
    start: () => saving.mutate(),
    isPending: saving.isPending,
    error: saving.error,
    isMaybeCharged: isMaybeCharged(saving.error),
    paid: paid[id],
  }
}
