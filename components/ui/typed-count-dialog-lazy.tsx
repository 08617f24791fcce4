'use client'

import dynamic from 'next/dynamic'

import type { TypedCountDialogProps } from './typed-count-dialog'

const Loaded = dynamic(() => import('./typed-count-dialog').then((module) => module.TypedCountDialog), { ssr: false })

/** `TypedCountDialog` that is fetched when it first opens, and asks anew each time: use this one from pages. */
export function TypedCountDialogLazy(props: TypedCountDialogProps) {
  return props.isOpen ? <Loaded {...props} /> : null
}
