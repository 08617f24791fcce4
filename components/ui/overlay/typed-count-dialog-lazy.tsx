'use client'

import { lazyComponent } from '../lazy/lazy-component'
import type { TypedCountDialogProps } from './typed-count-dialog'

const Loaded = lazyComponent(async () => (await import('./typed-count-dialog')).TypedCountDialog)

/** `TypedCountDialog`, loaded when it first opens and reset each time. Pages should use this one. */
export function TypedCountDialogLazy(props: TypedCountDialogProps) {
  return props.isOpen ? <Loaded {...props} /> : null
}
