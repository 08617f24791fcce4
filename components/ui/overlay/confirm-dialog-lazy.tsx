'use client'

import { useState } from 'react'

import { lazyComponent } from '../lazy/lazy-component'
import type { ConfirmDialogProps } from './confirm-dialog'

const Loaded = lazyComponent(async () => (await import('./confirm-dialog')).ConfirmDialog)

/** `ConfirmDialog`, loaded when it first opens. Pages should use this one. */
export function ConfirmDialogLazy(props: ConfirmDialogProps) {
  const { isOpen = true } = props
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <Loaded {...props} /> : null
}
