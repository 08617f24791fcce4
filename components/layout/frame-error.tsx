'use client'

import { PageError, type PageErrorProps } from './page-error'

/** Shown when the frame itself fails to render, where only a page reload can help. */
export function FrameError({ error }: PageErrorProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-4">
      <PageError error={error} reset={() => window.location.reload()} />
    </main>
  )
}
