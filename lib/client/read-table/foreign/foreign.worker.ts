import { answerForeign } from './answer-foreign'
import type { ForeignRequest } from './open-source'

self.addEventListener('message', ({ data }: MessageEvent<ForeignRequest>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, its own page
  self.postMessage(answerForeign(data))
})
