import type { ReactNode } from 'react'

import { CopyButton } from '@/components/ui/copy-button'
import { DataRow } from '@/components/ui/data-list'

interface CopyableRowProps {
  readonly label: string
  readonly value: string
  readonly copyLabel: string
  readonly children: ReactNode
}

export const CopyableRow = ({ label, value, copyLabel, children }: CopyableRowProps) => (
  <DataRow label={label}>
    <span className="inline-flex items-center justify-end gap-1">
      {children}
      <span className="-my-1.5 flex">
        <CopyButton value={value} iconOnly label={copyLabel} />
      </span>
    </span>
  </DataRow>
)
