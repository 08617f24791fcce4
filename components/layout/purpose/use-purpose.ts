'use client'

import { useCallback, useRef, useState } from 'react'

import { isApiError } from '@/lib/domain/api-error'

export const needsPurpose = (error: unknown): boolean => isApiError(error) && error.code === 'purpose_required'

/** Several downloads that need a purpose wait for one answer. */
export function usePurpose() {
  const [isAsked, setIsAsked] = useState(false)
  const waiting = useRef<((isGiven: boolean) => void)[]>([])
  const ask = useCallback(() => {
    setIsAsked(true)
    return new Promise<boolean>((resolve) => {
      waiting.current.push(resolve)
    })
  }, [])
  const answer = useCallback((isGiven: boolean) => {
    setIsAsked(false)
    for (const resolve of waiting.current.splice(0)) resolve(isGiven)
  }, [])
  return { isAsked, ask, answer }
}

export type PurposeQuestion = ReturnType<typeof usePurpose>
