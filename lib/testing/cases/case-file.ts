import { readFileSync } from 'node:fs'

export const caseFile = (folder: string, name: string): Uint8Array =>
  readFileSync(new URL(`${folder}/${name}`, import.meta.url))

export const caseText = (folder: string, name: string): string => new TextDecoder().decode(caseFile(folder, name))
