import { encodeText } from './encode-text'
import { escapeXml, type GeneratedSheet, shownText } from './generated-cell'

/** An HTML table, which some programs save as an Excel file. */
export function writeHtml(sheets: readonly GeneratedSheet[], charset: 'utf-8' | 'windows-1250'): Uint8Array {
  const tables = sheets.map(({ rows, hidden }) => {
    const list = rows.map((cells, at) => {
      const style = hidden.has(at) ? ' style="display:none"' : ''
      const columns = cells.map((cell) => `<td class="a>b" x:str>${escapeXml(shownText(cell))}</td>`)
      return `<tr${style}>${columns.join('')}</tr>`
    })
    return `<table border="1">${list.join('\n')}</table>`
  })
  const head = `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`
  return encodeText(`<html><head>${head}</head><body>${tables.join('')}</body></html>`, charset)
}
