import { readFileSync } from 'node:fs'

/** The bytes of a case's input file, by folder and file name. */
export const caseFile = (folder: string, name: string): Uint8Array =>
  readFileSync(new URL(`${folder}/${name}`, import.meta.url))

export const caseText = (folder: string, name: string): string => new TextDecoder().decode(caseFile(folder, name))
