import { readFileSync } from 'node:fs'

/** The bytes of an input file of a case, by the folder of the case and the name of the file. */
export const caseFile = (folder: string, name: string): Uint8Array =>
  readFileSync(new URL(`${folder}/${name}`, import.meta.url))

export const caseText = (folder: string, name: string): string => new TextDecoder().decode(caseFile(folder, name))
