'use client'

import dynamic from 'next/dynamic'

import { useAfterLoad } from '@/components/ui/use-after-load'

import type { MeterNotesProps } from './meter-notes'

const Loaded = dynamic(() => import('./meter-notes').then((module) => module.MeterNotes), { ssr: false })

/** `MeterNotes`, after the page: hardly anybody ever sees one, and the clock of the server is known only then. */
export const MeterNotesLazy = (props: MeterNotesProps) => (useAfterLoad() ? <Loaded {...props} /> : null)
