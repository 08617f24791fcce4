/** Downloads a file that was created in the browser. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked with a delay, because the browser may still have to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a file of the panel under the name that its answer gives. */
export function saveFromPath(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))

/** Saves a response under the file name in its headers; returns that name. */
export async function saveAnswer(answer: Response, fallbackName: string): Promise<string> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? fallbackName
  saveFile(name, await answer.blob())
  return name
}
