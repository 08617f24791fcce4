'use client'

import { createContext, useContext } from 'react'

import type { DraftPath, DraftValue } from '../request/draft'
import type { RequestFault } from '../request/faults'

export interface RequestFormContext {
  readonly operation: string
  readonly faults: readonly RequestFault[]
  /** The first element of the path is the place of the request. */
  readonly onChange: (path: DraftPath, value: DraftValue) => void
}

const Context = createContext<RequestFormContext | null>(null)
export const RequestFormProvider = Context

export function useRequestForm(): RequestFormContext {
  const context = useContext(Context)
  if (context === null) throw new Error('useRequestForm needs a RequestFormProvider above it')
  return context
}
