import { ImportService } from './import-service'
import type { WorkerAnswer, WorkerRequest } from './worker-messages'

const service = new ImportService()

async function answer({ id, method, input }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    // Safe: the page types input and output by method (`WorkerInput`, `WorkerOutput`).
    const output: unknown = await (service[method] as (input: unknown) => unknown).call(service, input)
    return { id, ok: true, output }
  } catch (error) {
    // Only the name is returned, because a message could contain data of the list.
    return { id, ok: false, message: error instanceof Error ? error.name : 'Error' }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the method of a worker has no such parameter
  void answer(data).then((message) => self.postMessage(message))
})
