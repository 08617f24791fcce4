'use client'

import { useRef, useState } from 'react'

import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'

export type Confirmation = ReturnType<typeof useConfirmation>

const textOfId = (id: unknown): string => (typeof id === 'string' ? id : '')

/** A confirmation is valid only for the confirmed request: changed inputs need a new one. */
export function useConfirmation({ isWrite, method }: ConsoleOperation, inputs: RequestInputs) {
  const field = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  /** `idName` is the parameter that contains the id. */
  const [[idName, idValue] = ['', '']] = Object.entries(inputs.params ?? {})
  /**
   * What has to be confirmed: for a deletion the id, which is typed; otherwise the inputs, which the checkbox
   * confirms.
   */
  const id = method === 'DELETE' ? textOfId(idValue) : JSON.stringify(inputs)
  /** Whether no confirmation is needed or it was given. */
  const isConfirmed = !isWrite || (typed === id && id !== '')
  return {
    field,
    isGiven: isConfirmed,
    id,
    idName,
    typed,
    /** Whether an attempt to send lacked the confirmation. */
    isMissing: isMissing && !isConfirmed,
    change: (next: string) => {
      setTyped(next)
      setIsMissing(false)
    },
    showMissing: () => {
      setIsMissing(true)
      field.current?.querySelector('input')?.focus()
    },
  }
}
