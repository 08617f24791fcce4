'use client'

import { lazyComponent } from '../lazy/lazy-component'
import type { TypedCountDialogProps } from './typed-count-dialog'

const Loaded = lazyComponent(async () => (await import('./typed-count-dialog')).TypedCountDialog)

/** `TypedCountDialog` that is fetched when it first opens, and asks anew each time: use this one from pages. */
export function TypedCountDialogLazy(props: TypedCountDialogProps) {
  return props.isOpen ? <Loaded {...props} /> : null
}
