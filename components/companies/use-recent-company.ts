'use client'

import { useEffect } from 'react'

import { useViewer } from '@/components/layout/viewer'
import { rememberCompany } from '@/lib/client/companies/recent-companies'

/** The search offers this company again in this browser, wherever it was opened from. Of no name nothing is kept. */
export function useRecentCompany(number: string, name: string | null | undefined): void {
  const { mark } = useViewer()
  useEffect(() => {
    if (name) rememberCompany(mark, { number, name })
  }, [mark, number, name])
}
