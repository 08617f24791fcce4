'use client'

import { useState } from 'react'

import { type CapDraft, toCapChoice, suggestedAmount } from './cap-choice'

type Held = { readonly draft: CapDraft; readonly basePln: number | null }
export type CapConflict = { readonly beforePln: number | null; readonly nowPln: number | null }

/**
 * What stands in the editor. While nothing was touched (`held` null) it follows the service; from the first touch on it
 * stays, whatever a refresh brings, and a cap that changed underneath is a conflict to show.
 */
export function useCapDraft(capPln: number | null, forecastGrosz: number | undefined) {
  const [held, setHeld] = useState<Held | null>(null)
  const server: CapDraft = { choice: toCapChoice(capPln), amount: suggestedAmount(capPln, forecastGrosz) }
  const draft = held?.draft ?? server
  const change = (part: Partial<CapDraft>) =>
    setHeld((current) => ({
      draft: { ...(current?.draft ?? server), ...part },
      basePln: current ? current.basePln : capPln,
    }))
  const conflict: CapConflict | null =
    held !== null && held.basePln !== capPln ? { beforePln: held.basePln, nowPln: capPln } : null
  return { draft, isTouched: held !== null, change, discard: () => setHeld(null), conflict }
}
