'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'

import type { MeterNotesProps } from './meter-notes'

const Loaded = lazyComponent(async () => (await import('./meter-notes')).MeterNotes)

/** `MeterNotes`, after the page: hardly anybody ever sees one, and the clock of the server is known only then. */
export const MeterNotesLazy = (props: MeterNotesProps) => (useAfterLoad() ? <Loaded {...props} /> : null)
