/**
 * A strict RFC 4180 parser: CRLF ends every record, including the last; quotes only enclose a whole field and are
 * doubled inside. Throws if a file violates the rules.
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    const { field, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at)
    record.push(field)
    at = end
    if (text[at] === ',') {
      at += 1
    } else if (text.startsWith('\r\n', at)) {
      records.push(record)
      record = []
      at += 2
    } else {
      throw new Error(`Neither a comma nor CRLF at ${at}`)
    }
  }
  if (record.length > 0) throw new Error('The last record has no CRLF')
  return records
}

function readPlain(text: string, start: number) {
  const field = /^[^",\r\n]*/.exec(text.slice(start, start + 100_000))?.[0] ?? ''
  return { field, end: start + field.length }
}

function readQuoted(text: string, start: number) {
  let end = start + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end === -1) throw new Error(`The quote at ${start} is never closed`)
    if (text[end + 1] !== '"') break
    end += 2
  }
  return { field: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}
