'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { toPreviewBody } from '../filter/alert-filter'
import { previewQuery } from './preview-query'
import type { Variant } from './variants'

export interface VariantCount {
  readonly variant: Variant
  /** Undefined when the service did not say. */
  readonly count: number | undefined
}

interface Progress {
  readonly state: 'idle' | 'running' | 'done' | 'stopped'
  readonly counts: readonly VariantCount[]
  readonly error: Error | null
}

const idle: Progress = { state: 'idle', counts: [], error: null }
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Counts variants one after another, because the user asked; stops when told to, on leaving, and at the first refusal. */
export function useVariantCounts(variants: readonly Variant[]) {
  const client = useQueryClient()
  const [progress, setProgress] = useState(idle)
  const running = useRef<AbortController>(undefined)

  const stop = () => {
    running.current?.abort()
    setProgress((now) => ({ ...now, state: 'stopped' }))
  }
  useEffect(() => () => running.current?.abort(), [])

  const countOne = async (variant: Variant, signal: AbortSignal): Promise<VariantCount> => {
    const options = previewQuery(toPreviewBody(variant.filter))
    const cancel = () => void client.cancelQueries({ queryKey: options.queryKey, exact: true })
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const { count } = await client.fetchQuery(options)
      return { variant, count }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ ...idle, state: 'running' })
    try {
      for (const variant of variants) {
        const counted = await countOne(variant, controller.signal)
        if (controller.signal.aborted) return
        setProgress((now) => ({ ...now, counts: [...now.counts, counted] }))
      }
      setProgress((now) => ({ ...now, state: 'done' }))
    } catch (thrown) {
      if (!controller.signal.aborted) setProgress((now) => ({ ...now, state: 'stopped', error: asError(thrown) }))
    }
  }
  return { ...progress, start, stop }
}
