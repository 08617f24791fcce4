'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { keepAnswers } from '@/lib/client/kept-answers'

import { useViewer } from '../viewer'

/** Whose figures this tab keeps. */
export function useKeeper(): string {
  const { account, email } = useViewer()
  return `${account.slug} ${email}`
}

/** Keeps the figures when the page is left or reloaded. */
export function useKeepAnswers(): void {
  const client = useQueryClient()
  const owner = useKeeper()
  useEffect(() => {
    const keep = () => keepAnswers(client, owner)
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [client, owner])
}
