'use client'

import type { ReactNode } from 'react'

import { Icon } from './icon'

interface WaitingNewsProps {
  /** Read out when it changes; empty when there is nothing to announce. */
  readonly announcement: string
  /** The number of waiting items on the button; undefined if there are none. */
  readonly label: ReactNode | undefined
  readonly onShow: () => void
}

/** New items wait here until the reader requests them, so that the list does not shift while it is read. */
export function WaitingNews({ announcement, label, onShow }: WaitingNewsProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {label !== undefined && (
        <div className="pointer-events-none sticky top-14 z-20 mb-3 flex justify-center">
          <button
            type="button"
            onClick={onShow}
            className="pointer-events-auto inline-flex min-h-8 items-center gap-1.5 floating rounded-full px-3.5 font-medium text-accent-ink tabular"
          >
            <Icon name="arrow-up" size={12} />
            {label}
          </button>
        </div>
      )}
    </>
  )
}
