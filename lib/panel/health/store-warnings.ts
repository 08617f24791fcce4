import type { Storage } from '@/lib/storage/storage'

import { networkDiskWarning } from './disk'

/** Warnings about a store that works, for the operator at start. */
export function storeWarnings(
  { engine, warnings }: Pick<Storage, 'engine' | 'warnings'>,
  dataDir: string,
  readStatFs?: Parameters<typeof networkDiskWarning>[1],
): readonly string[] {
  const disk = engine === 'sqlite' ? networkDiskWarning(dataDir, readStatFs) : undefined
  return disk === undefined ? warnings : [...warnings, disk]
}
