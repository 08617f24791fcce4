'use client'

import { useState } from 'react'

import { lazyComponent } from '../lazy/lazy-component'
import type { ConfirmDialogProps } from './confirm-dialog'

const Loaded = lazyComponent(() => import('./confirm-dialog').then((module) => module.ConfirmDialog))

/** `ConfirmDialog` that is fetched when it first opens: use this one from pages. */
export function ConfirmDialogLazy(props: ConfirmDialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  return wasOpen ? <Loaded {...props} /> : null
}
