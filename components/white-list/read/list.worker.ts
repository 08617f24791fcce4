import { openSource } from '@/lib/client/read-table/foreign/open-source'
import { readText } from '@/lib/client/read-table/read-source'
import type { SourceResult } from '@/lib/client/read-table/source-table'

import type { ListRequest } from './read-list'

async function read({ source, options }: ListRequest): Promise<SourceResult> {
  if (typeof source === 'string') return readText(source)
  try {
    return await openSource(new Uint8Array(await source.arrayBuffer()), options)
  } catch {
    return { ok: false, fault: 'unreadable' }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ListRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  void read(data).then((result) => self.postMessage(result))
})
