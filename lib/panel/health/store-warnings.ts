import type { Storage } from '@/lib/storage/storage'

import { networkDiskWarning } from './disk'

/** One line for each thing about the store that works, and that an operator should know at the start. */
export function storeWarnings(
  { engine, warnings }: Pick<Storage, 'engine' | 'warnings'>,
  dataDir: string,
  look?: Parameters<typeof networkDiskWarning>[1],
): readonly string[] {
  const disk = engine === 'sqlite' ? networkDiskWarning(dataDir, look) : undefined
  return disk === undefined ? warnings : [...warnings, disk]
}
