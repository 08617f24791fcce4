'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'

import type { ConfirmDialogProps } from './confirm-dialog'

const Loaded = dynamic(() => import('./confirm-dialog').then((module) => module.ConfirmDialog), { ssr: false })

/** `ConfirmDialog` that is fetched when it first opens: use this one from pages. */
export function ConfirmDialogLazy(props: ConfirmDialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <Loaded {...props} /> : null
}
