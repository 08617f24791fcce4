import { createDictionary } from '../filter/dictionary'
import type { CpvLookup } from './cpv-lookup'

/** Loads the codes and names of a file, such as `cpv-pl`, with what searches them. */
export const loadCpv = createDictionary(async (pairs): Promise<CpvLookup> =>
  (await import('./cpv-lookup')).toCpvLookup(pairs),
)
