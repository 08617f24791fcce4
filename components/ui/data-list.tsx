import type { ReactNode } from 'react'

export function DataList({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y">{children}</dl>
}

export function DataRow({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right tabular">{children}</dd>
    </div>
  )
}
