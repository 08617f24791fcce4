import type { ReactNode } from 'react'

import { CopyButton } from '@/components/ui/copy-button'
import { DataRow } from '@/components/ui/data-list'

interface CopiedRowProps {
  readonly label: string
  readonly value: string
  readonly copy: string
  readonly children: ReactNode
}

export const CopiedRow = ({ label, value, copy, children }: CopiedRowProps) => (
  <DataRow label={label}>
    <span className="inline-flex items-center justify-end gap-1">
      {children}
      <span className="-my-1.5 flex">
        <CopyButton value={value} iconOnly label={copy} />
      </span>
    </span>
  </DataRow>
)
