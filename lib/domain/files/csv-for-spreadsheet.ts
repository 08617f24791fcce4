import { csvLine } from './csv'

const BYTE_ORDER_MARK = '\uFEFF'

/** One CSV field, without the line end of a record. */
const csvField = (field: string): string => csvLine([field]).slice(0, -2)

/**
 * Converts a CSV of RFC 4180 (UTF-8, commas) for Polish spreadsheets: byte order mark and semicolons, unchanged texts.
 * It works in parts, so that memory does not depend on the file's size.
 */
export async function* csvForSpreadsheet(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  const cutter = createCutter()
  yield encoder.encode(BYTE_ORDER_MARK)
  for await (const part of parts) {
    const text = cutter.push(decoder.decode(part, { stream: true }))
    if (text !== '') yield encoder.encode(text)
  }
  const rest = cutter.push(decoder.decode()) + cutter.end()
  if (rest !== '') yield encoder.encode(rest)
}

/** Splits a text into fields and writes them again; an incomplete field waits for the next part. */
function createCutter() {
  let field = ''
  let isQuoted = false
  /** A quotation mark within quotes: the end of the field, or the first half of an escaped one. */
  let isEnding = false
  let isFirst = true
  const addSign = (sign: string, output: string[]): void => {
    if (sign !== ',' && sign !== '\n') return void (field += sign)
    const endsLine = sign === '\n'
    output.push(csvField(endsLine ? field.replace(/\r$/, '') : field), endsLine ? '\r\n' : ';')
    field = ''
  }
  const addQuotedSign = (sign: string, output: string[]): void => {
    if (isEnding) {
      isEnding = false
      if (sign === '"') return void (field += sign)
      isQuoted = false
      return addSign(sign, output)
    }
    if (sign === '"') isEnding = true
    else field += sign
  }
  return {
    push: (text: string): string => {
      const output: string[] = []
      for (const sign of isFirst ? text.replace(/^\uFEFF/, '') : text) {
        if (isQuoted) addQuotedSign(sign, output)
        else if (sign === '"' && field === '') isQuoted = true
        else addSign(sign, output)
      }
      if (text !== '') isFirst = false
      return output.join('')
    },
    end: (): string => (field === '' ? '' : csvField(field.replace(/\r$/, ''))),
  }
}
