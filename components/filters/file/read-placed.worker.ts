import { type PlacingRequest, type PlacingResult, readPlaced } from './read-placed'

/** A broken reader says no more than that: its message could repeat what stands in the file. */
const answer = (request: PlacingRequest): Promise<PlacingResult> =>
  readPlaced(request).catch((): PlacingResult => ({ ok: false, fault: 'unreadable' }))

self.addEventListener('message', ({ data }: MessageEvent<PlacingRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  void answer(data).then((result) => self.postMessage(result))
})
