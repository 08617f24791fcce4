'use client'

import { type ReactNode, useState } from 'react'

import { FilterChip } from '../chip'

interface OpeningChipProps {
  readonly label: string
  /** True if the field has a value, so that the chip stays open. */
  readonly isNeeded: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A chip that opens a field next to it, and clears the field when it closes. */
export function OpeningChip({ label, isNeeded, onClose, children }: OpeningChipProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const isOpen = isNeeded || isExpanded
  return (
    <>
      <FilterChip
        isOn={isOpen}
        onChange={(isOn) => {
          setIsExpanded(isOn)
          if (!isOn) onClose()
        }}
      >
        {label}
      </FilterChip>
      {isOpen && <div className="w-72 max-w-full">{children}</div>}
    </>
  )
}
