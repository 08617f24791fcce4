import { type PlacementRequest, type PlacementResult, readPlacedFile } from './read-placed'

/** An unexpected error is reported without its message, which could quote the file. */
const answer = (request: PlacementRequest): Promise<PlacementResult> =>
  readPlacedFile(request).catch((): PlacementResult => ({ ok: false, fault: 'unreadable' }))

self.addEventListener('message', ({ data }: MessageEvent<PlacementRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the method of a worker has no such parameter
  void answer(data).then((result) => self.postMessage(result))
})
