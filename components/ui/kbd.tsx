import type { ReactNode } from 'react'

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded-sm border bg-ground px-1 font-sans text-xs whitespace-nowrap text-muted">
      {children}
    </kbd>
  )
}
