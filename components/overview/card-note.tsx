import type { ReactNode } from 'react'

/** Why a card has nothing to show to this viewer. */
export function CardNote({ children }: { readonly children: ReactNode }) {
  return <p className="px-4 py-6 text-muted">{children}</p>
}
