'use client'

import { useEffect, useState } from 'react'

import type { ReadOptions } from '@/lib/client/read-table/read-source'

import type { GivenFile, PlacingRequest, PlacingResult } from './read-placed'

const unreadable: PlacingResult = { ok: false, fault: 'unreadable' }

/** Reads in a thread of its own, so that the page goes on beside forty megabytes. Gives the way to stop it. */
function readInWorker(request: PlacingRequest, onResult: (result: PlacingResult) => void): () => void {
  const worker = new Worker(new URL('./read-placed.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<PlacingResult>) => onResult(data))
  worker.addEventListener('error', () => onResult(unreadable))
  worker.addEventListener('messageerror', () => onResult(unreadable))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
  worker.postMessage(request)
  return () => worker.terminate()
}

/** What is in the file, or why it cannot be read; undefined at first. While it is read in another way the former one stays. */
export function usePlacedFile({ file, list, isPasted }: GivenFile) {
  const [options, setOptions] = useState<ReadOptions>({})
  const [isReading, setIsReading] = useState(true)
  const [result, setResult] = useState<PlacingResult>()
  useEffect(() => {
    const show = (read: PlacingResult) => {
      setResult(read)
      setIsReading(false)
    }
    return readInWorker({ file, options, list, isPasted }, show)
  }, [file, options, list, isPasted])
  const choose = (chosen: ReadOptions) => {
    setIsReading(true)
    setOptions((now) => ({ ...now, ...chosen }))
  }
  return { result, isReading, choose }
}
