'use client'

import { type RefObject, useRef, useState } from 'react'

import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/kept-inputs'

export interface Confirmation {
  /** Around the tick or the field. */
  readonly field: RefObject<HTMLDivElement | null>
  /** Nothing has to be confirmed, or it is. */
  readonly isGiven: boolean
  /** What has to be typed: of a delete the id; otherwise what the tick stands for. */
  readonly id: string
  /** The parameter that the id is of. */
  readonly idName: string
  readonly typed: string
  /** It was asked for in vain. */
  readonly isMissed: boolean
  readonly change: (typed: string) => void
  /** Says that it is missing, and takes the focus there. */
  readonly miss: () => void
}

const textOfId = (id: unknown): string => (typeof id === 'string' ? id : '')

/** A change of the request is another request: what was confirmed before does not count for it. */
export function useConfirmation({ isWrite, method }: ConsoleOperation, inputs: RequestInputs): Confirmation {
  const field = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [isMissed, setIsMissed] = useState(false)
  const [[idName, given] = ['', '']] = Object.entries(inputs.params ?? {})
  const id = method === 'DELETE' ? textOfId(given) : JSON.stringify(inputs)
  const isGiven = !isWrite || (typed === id && id !== '')
  return {
    field,
    isGiven,
    id,
    idName,
    typed,
    isMissed: isMissed && !isGiven,
    change: (next) => {
      setTyped(next)
      setIsMissed(false)
    },
    miss: () => {
      setIsMissed(true)
      field.current?.querySelector('input')?.focus()
    },
  }
}
