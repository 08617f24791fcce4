'use client'

import { PageError, type PageErrorProps } from './page-error'

/** When the frame itself breaks, so that nothing of the panel is left: only a fresh page can mend that. */
export function FrameError({ error }: PageErrorProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center p-4">
      <PageError error={error} reset={() => window.location.reload()} />
    </main>
  )
}
