'use client'

import { useCallback, useRef, useState } from 'react'

import { oneAtATime } from '@/lib/client/one-at-a-time'

export interface BulkJob {
  readonly label: string
  readonly done: number
  readonly total: number | undefined
}

export interface JobHandle {
  readonly signal: AbortSignal
  readonly report: (done: number) => void
}

/**
 * Runs long jobs one after another and exposes the progress of the current one with a way to cancel it. The panel
 * continues them without the page.
 */
export function useBulkJob() {
  const [job, setJob] = useState<BulkJob>()
  const controller = useRef<AbortController | undefined>(undefined)
  const [runOneAtATime] = useState(oneAtATime)
  const run = useCallback(
    (label: string, total: number | undefined, work: (handle: JobHandle) => Promise<void>): Promise<void> =>
      runOneAtATime(async () => {
        const newController = new AbortController()
        controller.current = newController
        setJob({ label, done: 0, total })
        try {
          await work({ signal: newController.signal, report: (done) => setJob({ label, done, total }) })
        } finally {
          controller.current = undefined
          setJob(undefined)
        }
      }),
    [runOneAtATime],
  )
  const cancel = useCallback(() => controller.current?.abort(), [])
  return { job, run, cancel }
}

export type BulkJobs = ReturnType<typeof useBulkJob>
