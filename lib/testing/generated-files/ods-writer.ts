import { strToU8, zipSync } from 'fflate'

import { escapeXml, type GeneratedCell, type GeneratedSheet } from './generated-cell'

const MIME = 'application/vnd.oasis.opendocument.spreadsheet'

function cellXml(cell: GeneratedCell, repeat: number): string {
  const repeated = repeat > 1 ? ` table:number-columns-repeated="${repeat}"` : ''
  switch (cell.kind) {
    case 'empty':
      return `<table:table-cell${repeated}/>`
    case 'text':
      return `<table:table-cell office:value-type="string"${repeated}><office:annotation><text:p>uwaga 5261040828</text:p></office:annotation>${cell.text
        .split('\n')
        .map((line) => `<text:p>${escapeXml(line).replace(/ {2}/g, ' <text:s/>')}</text:p>`)
        .join('')}</table:table-cell>`
    case 'number': {
      const shown = cell.digits.padStart(cell.zeros ?? 0, '0')
      return `<table:table-cell office:value-type="float" office:value="${cell.digits}"${repeated}><text:p>${shown}</text:p></table:table-cell>`
    }
    case 'day': {
      const value = cell.isTimed ? `${cell.day} 14:30` : cell.day
      return `<table:table-cell office:value-type="date" office:date-value="${value}"${repeated}><text:p>${value}</text:p></table:table-cell>`
    }
  }
}

/** Equal adjacent cells are written once, like LibreOffice does. */
function rowXml(cells: readonly GeneratedCell[], isHidden: boolean): string {
  const parts: string[] = []
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]
    if (cell === undefined) continue
    let repeat = 1
    while (JSON.stringify(cells[at + repeat]) === JSON.stringify(cell)) repeat += 1
    parts.push(cellXml(cell, repeat))
    at += repeat - 1
  }
  const hidden = isHidden ? ' table:visibility="filter"' : ''
  return `<table:table-row${hidden}>${parts.join('')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`
}

export function writeOds(sheets: readonly GeneratedSheet[]): Uint8Array {
  const tables = sheets.map(
    ({ name, rows, hidden, isHidden }) =>
      `<table:table table:name="${escapeXml(name)}" table:style-name="${isHidden === true ? 'off' : 'on'}"><table:table-column table:number-columns-repeated="16384"/>${rows
        .map((cells, at) => rowXml(cells, hidden.has(at)))
        .join(
          '',
        )}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
  )
  const styles =
    '<style:style style:name="on" style:family="table"><style:table-properties table:display="true"/></style:style>' +
    '<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`
  return zipSync({ mimetype: strToU8(MIME), 'content.xml': strToU8(content), 'META-INF/manifest.xml': strToU8('<m/>') })
}
