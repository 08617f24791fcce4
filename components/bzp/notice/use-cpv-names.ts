'use client'

import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'

import { createDictionary } from '../filter/dictionary'
import { shortCpv } from './shown-notice'

type Names = ReadonlyMap<string, string>

const loadDivision = createDictionary((pairs): Names => new Map(pairs.map(([code, name]) => [shortCpv(code), name])))
/** Loaded divisions are cached, so that a row shown again has its names at once. */
const cachedDivisions = new Map<string, Names>()

const DIVISION_DIGITS = 2
const noNames: ReadonlyMap<string, Names> = new Map()

/**
 * Loads names of codes per division when its first code is shown; a name is undefined until then, and if there is none.
 */
export function useCpvNames(codes: readonly string[]): (code: string) => string | undefined {
  const locale = useLocale()
  const fileOf = (code: string) => `cpv/${locale}-${code.slice(0, DIVISION_DIGITS)}`
  const files = [...new Set(codes.filter((code) => /^\d{2}/.test(code)).map(fileOf))].join(' ')
  const [loaded, setLoaded] = useState(noNames)
  useEffect(() => {
    const load = async (file: string) => {
      const names = await loadDivision(file).catch(() => undefined)
      if (names === undefined) return
      cachedDivisions.set(file, names)
      setLoaded((now) => new Map(now).set(file, names))
    }
    for (const file of files.split(' ').filter((name) => name !== '' && !cachedDivisions.has(name))) void load(file)
  }, [files])
  return (code) => {
    const file = fileOf(code)
    return (loaded.get(file) ?? cachedDivisions.get(file))?.get(shortCpv(code))
  }
}
