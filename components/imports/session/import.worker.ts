import { ImportService } from './import-service'
import type { WorkerAnswer, WorkerRequest } from './worker-messages'

const service = new ImportService()

async function answer({ id, method, input }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    // Sound: the page's side types input and output by the method (`WorkerInput`, `WorkerOutput`).
    const output: unknown = await (service[method] as (input: unknown) => unknown).call(service, input)
    return { id, ok: true, output }
  } catch (error) {
    // The name alone: a message could repeat what stands in the list.
    return { id, ok: false, message: error instanceof Error ? error.name : 'Error' }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  void answer(data).then((message) => self.postMessage(message))
})
