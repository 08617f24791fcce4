import { DOMParser, type Document } from '@xmldom/xmldom'
import { extractText, getDocumentProxy } from 'unpdf'
import { fromBufferPromise } from 'yauzl'

import type { TestService } from './service'

export async function download(service: TestService, apiKey: string, path: string) {
  const response = await fetch(`${service.url}${path}`, { headers: { 'x-api-key': apiKey } })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** The text of a PDF by page; white space is collapsed to single blanks. */
export async function pdfPages(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()))
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}

export const pdfText = async (bytes: Uint8Array): Promise<string> => (await pdfPages(bytes)).join(' ')

/** Throws if the text is not well-formed. */
export function parseXml(text: string): Document {
  const onError = (_level: string, message: string) => {
    throw new Error(message)
  }
  return new DOMParser({ onError }).parseFromString(text, 'text/xml')
}

/** The text files of a ZIP by name. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes))
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Uint8Array[] = []
    // Safe: without an encoding the stream yields bytes.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array)
    files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'))
  }
  return files
}
