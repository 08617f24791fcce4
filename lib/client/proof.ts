import { isApiError } from '@/lib/domain/api-error'
import { createStore } from '@/lib/domain/store'

/** Whether the page asks now who the person is. */
const asking = createStore(false)
export const { read: readProofAsked, subscribe: subscribeProofAsked } = asking

let hosts = 0
let waiting: { readonly answer: Promise<boolean>; readonly settle: (isProved: boolean) => void } | undefined

/** The dialog that asks stands on this page; returns what takes it away. */
export function hostProof(): () => void {
  hosts += 1
  return () => {
    hosts -= 1
    if (hosts === 0) settleProof(false)
  }
}

/** Asks the person to prove who they are; several calls that come together wait for one answer. False: they did not. */
export function askForProof(): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false)
  if (waiting === undefined) {
    let settle: (isProved: boolean) => void = () => undefined
    const answer = new Promise<boolean>((resolve) => (settle = resolve))
    waiting = { answer, settle }
    asking.write(true)
  }
  return waiting.answer
}

/** The dialog's answer. */
export function settleProof(isProved: boolean): void {
  const { settle } = waiting ?? {}
  waiting = undefined
  asking.write(false)
  settle?.(isProved)
}

/** Makes a call, and once more after a proof where it is refused for the want of one: what was typed stays where it is. */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isApiError(error) || error.code !== 'proof_required' || !(await askForProof())) throw error
    return call()
  }
}
