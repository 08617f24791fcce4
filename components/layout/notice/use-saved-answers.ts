'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { saveUsage } from '@/lib/client/saved-usage'

import { useViewer } from '../viewer'

/** Identifies the account and user whose figures this tab saves. */
export function useAnswerOwner(): string {
  const { account, email } = useViewer()
  return `${account.slug} ${email}`
}

export function useSaveAnswers(): void {
  const client = useQueryClient()
  const owner = useAnswerOwner()
  useEffect(() => {
    const save = () => saveUsage(client, owner)
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [client, owner])
}
