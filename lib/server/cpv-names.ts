import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as z from 'zod'

import type { Locale } from '@/lib/domain/format/locales'

/** The format that scripts/build-data.mjs writes. */
const columns = z.object({ codes: z.array(z.string()), names: z.array(z.string()) })
const namesByLocale = new Map<Locale, Promise<ReadonlyMap<string, string>>>()
const CODE_DIGITS = 8

/** Names by the eight digits of the code, from the completion file that the browser fetches as well. */
async function load(locale: Locale): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(process.cwd(), 'public', 'data', `cpv-${locale}.json`), 'utf8')
  const { codes, names } = columns.parse(JSON.parse(text))
  return new Map(codes.map((code, row) => [code.slice(0, CODE_DIGITS), names[row] ?? '']))
}

/** Names of CPV codes or prefixes, by the requested value; a value without a name is left out. */
export async function loadCpvNames(
  values: readonly string[],
  locale: Locale,
): Promise<Readonly<Record<string, string>>> {
  if (values.length === 0) return {}
  const loading = namesByLocale.get(locale) ?? load(locale).catch(() => new Map<string, string>())
  namesByLocale.set(locale, loading)
  const names = await loading
  return Object.fromEntries(
    values.flatMap((value) => {
      const name = names.get(value.padEnd(CODE_DIGITS, '0'))
      return name === undefined ? [] : [[value, name] as const]
    }),
  )
}
