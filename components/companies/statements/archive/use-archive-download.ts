'use client'

import { lazyCall } from '@/lib/client/queries'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'

import { useSavePaidFile } from '../use-save-paid-file'

export interface SavedArchive {
  readonly units: number | null
  /** By how much the meter moved meanwhile; null where the answer said the cost itself, or the meter cannot be read. */
  readonly byMeter: number | null
}

const kinds = ['krs', 'nip', 'regon', 'subject_id'] as const

/** What the archive is asked by: a number under which answers are kept is one of these. */
function selectorOf(number: string) {
  const kind = kinds.find((each) => checkIdentifier(each, number).ok)
  if (kind === undefined) return { krs: number }
  return kind === 'subject_id' ? { id: number } : { [kind]: number }
}

async function readMeter(): Promise<number | null> {
  const summary = await lazyCall('usage.summary', {}).catch(() => undefined)
  return summary?.counts?.rdf ?? null
}

/** Saves the archive, and looks at the meter before and after it for a service that does not say what it charged. */
export function useArchiveDownload() {
  const save = useSavePaidFile()
  return async (number: string): Promise<SavedArchive> => {
    const before = await readMeter()
    const { units } = await save('rdf.archive', { query: selectorOf(number) }, `sprawozdania-${number}.zip`)
    if (units !== null) return { units, byMeter: null }
    const after = await readMeter()
    return { units, byMeter: before === null || after === null || after < before ? null : after - before }
  }
}
