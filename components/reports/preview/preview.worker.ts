import { readApiError } from '@/lib/client/api-error'
import { bodyLines } from '@/lib/client/body-lines'
import { isApiError } from '@/lib/domain/api-error'
import { HIDDEN_QUERY_HEADER, namesPerson } from '@/lib/domain/identifiers/personal-query'
import type { PreviewLine } from '@/lib/features/report-preview/contract'

import type { PreviewError, PreviewRequest } from './preview-messages'
import { PreviewReader, type ReadSegment } from './preview-reader'

let reader: PreviewReader | undefined

self.addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => {
  if (data.kind === 'show') reader?.show(data.from, data.to)
  else if (data.kind === 'more') reader?.more()
  else {
    reader?.stop()
    reader = new PreviewReader({
      readSegment: segmentsOf(data),
      toFault,
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker posts only to its page
      onUpdate: (update) => self.postMessage(update),
    })
    reader.show(0, 0)
  }
})

const segmentsOf = ({ address, headers, filter }: Extract<PreviewRequest, { kind: 'open' }>): ReadSegment =>
  async function* readSegment({ place, limit }, signal) {
    const query = new URLSearchParams({ limit: String(limit) })
    if (place !== undefined) query.set('place', place)
    if (filter.search !== '') query.set('search', filter.search)
    if (filter.isMonitored) query.set('only', 'monitored')
    if (filter.showsNames) query.set('persons', 'shown')
    // As in every call of the panel, a personal number stays out of addresses.
    const isPersonal = namesPerson(new URLSearchParams({ search: filter.search }))
    const hidden = isPersonal ? { [HIDDEN_QUERY_HEADER]: query.toString() } : {}
    const path = isPersonal ? address : `${address}?${query.toString()}`
    const answer = await fetch(path, { headers: { ...headers, ...hidden }, signal })
    if (!answer.ok) throw await readApiError(answer)
    // Safe: the panel and its page are one build, and the panel creates these lines by their schema.
    for await (const line of bodyLines(answer.body ?? new ReadableStream())) yield JSON.parse(line) as PreviewLine
  }

/** An error that is not a refusal counts as a lost connection. */
function toFault(error: unknown): PreviewError {
  if (!isApiError(error)) {
    return { status: 0, code: 'network', message: String(error), requestId: undefined, retryAfterS: undefined }
  }
  const { status, code, message, requestId, retryAfterS } = error
  return { status, code, message, requestId, retryAfterS }
}
