'use client'

import { useRef, useState } from 'react'

import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/kept-inputs'

export type Confirmation = ReturnType<typeof useConfirmation>

const textOfId = (id: unknown): string => (typeof id === 'string' ? id : '')

/** A change of the request is another request: what was confirmed before does not count for it. */
export function useConfirmation({ isWrite, method }: ConsoleOperation, inputs: RequestInputs) {
  /** Around the tick or the field. */
  const field = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  /** `idName`: the parameter that the id is of. */
  const [[idName, given] = ['', '']] = Object.entries(inputs.params ?? {})
  /** What has to be typed: of a delete the id; otherwise what the tick stands for. */
  const id = method === 'DELETE' ? textOfId(given) : JSON.stringify(inputs)
  /** Nothing has to be confirmed, or it is. */
  const isGiven = !isWrite || (typed === id && id !== '')
  return {
    field,
    isGiven,
    id,
    idName,
    typed,
    /** It was asked for in vain. */
    isMissed: isMissed && !isGiven,
    change: (next: string) => {
      setTyped(next)
      setIsMissed(false)
    },
    /** Says that it is missing, and takes the focus there. */
    miss: () => {
      setIsMissed(true)
      field.current?.querySelector('input')?.focus()
    },
  }
}
