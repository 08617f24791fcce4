'use client'

import { type ReactNode, useId, useState } from 'react'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

interface DisclosureProps {
  readonly label: string
  /** Renders the content; its root element must have the id. */
  readonly children: (id: string) => ReactNode
}

export function Disclosure({ label, children }: DisclosureProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="-ml-2.5"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {label}
      </Button>
      {isOpen && children(id)}
    </>
  )
}
