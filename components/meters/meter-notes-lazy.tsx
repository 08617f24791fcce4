'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'

import type { MeterNotesProps } from './meter-notes'

const LoadedMeterNotes = lazyComponent(async () => (await import('./meter-notes')).MeterNotes)

/** `MeterNotes` loads after the page, because notes are rare and the server's clock is only known then. */
export const MeterNotesLazy = (props: MeterNotesProps) => (useAfterLoad() ? <LoadedMeterNotes {...props} /> : null)
