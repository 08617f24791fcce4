import type { ReactNode } from 'react'

/** The reason why a card shows nothing to this viewer. */
export function CardNote({ children }: { readonly children: ReactNode }) {
  return <p className="px-4 py-6 text-muted">{children}</p>
}
