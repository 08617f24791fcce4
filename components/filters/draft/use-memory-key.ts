'use client'

import { useViewer } from '@/components/layout/viewer'

/** Under what the unsaved edit of a filter is remembered. */
export const useMemoryKey = () => {
  const { account, email } = useViewer()
  return (id: string) => `${account.slug}/${email}/${id}`
}
