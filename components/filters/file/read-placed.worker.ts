import { type PlacingRequest, type PlacingResult, readPlaced } from './read-placed'

/** An unexpected error is reported without its message, which could quote the file. */
const answer = (request: PlacingRequest): Promise<PlacingResult> =>
  readPlaced(request).catch((): PlacingResult => ({ ok: false, fault: 'unreadable' }))

self.addEventListener('message', ({ data }: MessageEvent<PlacingRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  void answer(data).then((result) => self.postMessage(result))
})
