'use client'

import { type ReactNode, useEffect } from 'react'

import { isPageViewer, noteSwitched } from './page-viewer'

interface SameViewerProps {
  /** The viewer that the content was made for. */
  readonly viewer: string
  readonly children: ReactNode
}

/** Hides content that the server made for another person or account than the page around it. */
export function SameViewer({ viewer, children }: SameViewerProps) {
  const isSame = isPageViewer(viewer)
  useEffect(() => {
    if (!isSame) noteSwitched()
  }, [isSame])
  return isSame ? children : null
}
