import type { ReactNode } from 'react'

interface EntryTitleProps {
  readonly children: ReactNode
  readonly badges?: ReactNode
}

export function EntryTitle({ children, badges }: EntryTitleProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span dir="auto" className="font-medium wrap-anywhere">
        {children}
      </span>
      {badges}
    </p>
  )
}

export function EntryFacts({ children }: { readonly children: ReactNode }) {
  return <dl className="mt-1 grid gap-x-6 gap-y-0.5 text-sm sm:grid-cols-2">{children}</dl>
}

interface EntryFactProps {
  readonly label: string
  readonly children: ReactNode
}

/** Renders nothing if the register has no value. */
export function EntryFact({ label, children }: EntryFactProps) {
  if (children === undefined || children === null || children === '') return null
  return (
    <div className="flex min-w-0 gap-x-1.5">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd dir="auto" className="min-w-0 wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}
