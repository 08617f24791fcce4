import { readBytes, readText } from '@/lib/client/read-table/read-source'
import type { SourceResult } from '@/lib/client/read-table/source-table'

import type { ListSource } from './read-list'

async function read(source: ListSource): Promise<SourceResult> {
  if (typeof source === 'string') return readText(source)
  try {
    return readBytes(new Uint8Array(await source.arrayBuffer()))
  } catch {
    return { ok: false, fault: 'unreadable' }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ListSource>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  void read(data).then((result) => self.postMessage(result))
})
