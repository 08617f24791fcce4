'use client'

import { useEffect, useState } from 'react'

import { bodyLines } from '@/lib/client/body-lines'
import { lazyPanelCall } from '@/lib/client/queries'
import type { PreviewFigures } from '@/lib/contract/panel/report-preview'

export interface PreviewCount {
  readonly figures: PreviewFigures | undefined
  /** Could not be counted. */
  readonly error: Error | undefined
}

type Counted = PreviewCount & { readonly key: string }

/** Figures of the whole report while they are counted on the server; nothing is asked until `isWanted`. */
export function usePreviewCount(id: string, search: string, isWanted: boolean): PreviewCount {
  const key = `${id} ${search}`
  const [counted, setCounted] = useState<Counted>()
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    const say = (part: PreviewCount) => {
      if (!stop.signal.aborted) setCounted({ key, ...part })
    }
    readFigures({ id, search, signal: stop.signal, onFigures: (figures) => say({ figures, error: undefined }) }).catch(
      (error: unknown) => say({ figures: undefined, error: error instanceof Error ? error : new Error(String(error)) }),
    )
    return () => stop.abort()
  }, [id, search, isWanted, key])
  return counted?.key === key && isWanted ? counted : { figures: undefined, error: undefined }
}

type Counting = {
  readonly id: string
  readonly search: string
  readonly signal: AbortSignal
  readonly onFigures: (figures: PreviewFigures) => void
}

async function readFigures({ id, search, signal, onFigures }: Counting): Promise<void> {
  // The contract comes with the first call, and not with the page.
  const query = search === '' ? {} : { search }
  const { body } = await lazyPanelCall('reportPreview.count', { params: { report_id: id }, query }, { signal })
  let last: PreviewFigures | undefined
  for await (const line of bodyLines(body ?? new ReadableStream())) {
    // Sound: the panel and its page are one build, and the panel makes these lines by their schema.
    last = JSON.parse(line) as PreviewFigures
    onFigures(last)
  }
  if (last?.end === undefined) throw new Error('The count broke off')
}
