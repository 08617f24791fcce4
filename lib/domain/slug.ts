import { foldText } from './fold'

const LONGEST = 63

/** Slug for an account's name: `Biuro Łąka sp. z o.o.` → `biuro-laka-sp-z-o-o`. */
export const toSlug = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
