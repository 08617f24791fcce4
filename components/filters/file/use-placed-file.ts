'use client'

import { useEffect, useState } from 'react'

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

/** What is in the file, or why it cannot be read; undefined at first. While another sheet is read the former one stays. */
export function usePlacedFile({ file, list, isPasted }: GivenFile) {
  const [sheet, setSheet] = useState<string>()
  const [isReading, setIsReading] = useState(true)
  const [result, setResult] = useState<PlacingResult>()
  useEffect(() => {
    const show = (read: PlacingResult) => {
      setResult(read)
      setIsReading(false)
    }
    return readInWorker({ file, sheet, list, isPasted }, show)
  }, [file, sheet, list, isPasted])
  const chooseSheet = (chosen: string) => {
    setIsReading(true)
    setSheet(chosen)
  }
  return { result, isReading, chooseSheet }
}
