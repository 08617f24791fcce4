import { isApiError } from '@/lib/domain/api-error'
import { createStore } from '@/lib/domain/store'

/** Whether the page currently asks the person to confirm their identity. */
const proofRequested = createStore(false)
export const { read: readProofRequested, subscribe: subscribeProofRequested } = proofRequested

let hosts = 0
let waiting: { readonly answer: Promise<boolean>; readonly settle: (isProved: boolean) => void } | undefined

/** Registers that this page has the confirmation dialog; returns a function that unregisters it. */
export function registerProofHost(): () => void {
  hosts += 1
  return () => {
    hosts -= 1
    if (hosts === 0) settleProof(false)
  }
}

/** Asks the person to confirm their identity; simultaneous calls share one dialog. False: they did not. */
export function requestProof(): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false)
  if (waiting === undefined) {
    let settle: (isProved: boolean) => void = () => undefined
    const answer = new Promise<boolean>((resolve) => (settle = resolve))
    waiting = { answer, settle }
    proofRequested.write(true)
  }
  return waiting.answer
}

export function settleProof(isProved: boolean): void {
  const { settle } = waiting ?? {}
  waiting = undefined
  proofRequested.write(false)
  settle?.(isProved)
}

/**
 * Makes a call, and repeats it after a confirmation of identity if it was refused for lack of one, so that the input is
 * not lost.
 */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isApiError(error) || error.code !== 'proof_required' || !(await requestProof())) throw error
    return call()
  }
}
