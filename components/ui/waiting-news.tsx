'use client'

import type { ReactNode } from 'react'

import { Icon } from './icon'

interface WaitingNewsProps {
  /** Read out when it changes; empty while there is nothing to say. */
  readonly announcement: string
  /** How much waits, on the button; undefined where nothing does. */
  readonly label: ReactNode | undefined
  readonly onShow: () => void
}

/** What came in waits here until the reader wants it, so that nothing moves under the eyes. */
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
