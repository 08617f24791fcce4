'use client'

import { type ReactNode, useEffect } from 'react'

import { isPageViewer, noteSwitched } from './page-viewer'

interface SameViewerProps {
  /** Whom the content was made for. */
  readonly viewer: string
  readonly children: ReactNode
}

/** Content that the server made for another person or account than the page around it is not shown in it. */
export function SameViewer({ viewer, children }: SameViewerProps) {
  const isSame = isPageViewer(viewer)
  useEffect(() => {
    if (!isSame) noteSwitched()
  }, [isSame])
  return isSame ? children : null
}
