import { FileCollector } from './collect-file'
import type { FileAnswer, FileRequest, TableFormat } from './messages'

const collector = new FileCollector()

async function finish(format: TableFormat): Promise<FileAnswer> {
  try {
    return { ok: true, file: await collector.finish(format) }
  } catch (error) {
    // Only the error's name, because its message could contain cell contents.
    return { ok: false, reason: error instanceof Error ? error.name : 'Error' }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  if (data.kind !== 'finish') return collector.add(data)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  void finish(data.format).then((answer) => self.postMessage(answer))
})
