import { strToU8, zipSync } from 'fflate'

import { escapeXml, type GeneratedCell, type GeneratedSheet, serialOf } from './generated-cell'

/** Differences between programs that write workbooks, within the standard and slightly outside it. */
export interface XlsxStyle {
  readonly bookPath: string
  readonly textsPath: string
  readonly target: 'relative' | 'absolute' | 'other_case'
  readonly hasTypes: boolean
  readonly backslashes: boolean
  readonly prefix: string
  readonly isStrict: boolean
  readonly texts: 'shared' | 'rich' | 'phonetic' | 'cdata' | 'inline' | 'formula'
  readonly references: boolean
  readonly blank: 'absent' | 'bare' | 'shared'
  readonly days: 'built_in' | 'custom' | 'iso'
  readonly is1904: boolean
  readonly encoding: 'utf-8' | 'utf-8 mark' | 'utf-16' | 'utf-16 no mark' | 'utf-8 called utf-16'
  readonly before: string
  readonly after: string
  readonly isStored: boolean
  readonly numbers: 'plain' | 'exponent' | 'decimal'
  /** Damage that a reader must detect. */
  readonly damage?: 'no_texts' | 'wrong_index' | 'cut' | undefined
}

const OPEN = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const STYLES = { plain: 0, day: 1, moment: 2, zeros: 3 }

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

class XlsxWriter {
  readonly #style: XlsxStyle
  readonly #texts: string[] = []

  constructor(style: XlsxStyle) {
    this.#style = style
  }

  write(sheets: readonly GeneratedSheet[]): Uint8Array {
    const { bookPath, textsPath, damage } = this.#style
    const folder = folderOf(bookPath)
    const parts = sheets.map((sheet, at) => [`${folder}worksheets/s${at}.xml`, this.#sheet(sheet)] as const)
    const target = (path: string) => this.#target(folder, path)
    const relations = [
      ...parts.map(([path], at) => this.#relation(`r${at}`, 'worksheet', target(path))),
      this.#relation('rs', 'styles', target(`${folder}look.xml`)),
      ...(damage === 'no_texts' ? [] : [this.#relation('rt', 'sharedStrings', target(textsPath))]),
    ]
    const entries: [string, string][] = [
      ...(this.#style.hasTypes ? [['[Content_Types].xml', this.#types()] as [string, string]] : []),
      ['_rels/.rels', this.#relations([this.#relation('b', 'officeDocument', bookPath)])],
      [bookPath, this.#book(sheets)],
      [`${folder}_rels/${bookPath.slice(folder.length)}.rels`, this.#relations(relations)],
      [`${folder}look.xml`, this.#styleSheet()],
      ...parts.map(([path, xml]) => [path, xml] as [string, string]),
      ...(damage === 'no_texts' ? [] : [[textsPath, this.#sharedTexts()] as [string, string]]),
    ]
    return this.#pack(entries)
  }

  #pack(entries: readonly [string, string][]): Uint8Array {
    const { backslashes, isStored, before, after, damage } = this.#style
    const files = entries.map(
      ([path, xml]) => [backslashes ? path.replaceAll('/', '\\') : path, this.#bytes(xml)] as const,
    )
    const zip = zipSync(Object.fromEntries(files), { level: isStored ? 0 : 6 })
    const all = new Uint8Array(before.length + zip.length + after.length)
    all.set(strToU8(before))
    all.set(zip, before.length)
    all.set(strToU8(after), before.length + zip.length)
    return damage === 'cut' ? all.slice(0, Math.floor(all.length * 0.7)) : all
  }

  #bytes(xml: string): Uint8Array {
    const { encoding } = this.#style
    if (encoding === 'utf-16' || encoding === 'utf-16 no mark') {
      const text = `${encoding === 'utf-16' ? '\uFEFF' : ''}<?xml version="1.0" encoding="UTF-16"?>${xml}`
      return new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)
    }
    return strToU8(
      `${encoding === 'utf-8 mark' ? '\uFEFF' : ''}<?xml version="1.0" encoding="${encoding === 'utf-8 called utf-16' ? 'utf-16' : 'UTF-8'}"?>\n${xml}`,
    )
  }

  #target(folder: string, path: string): string {
    if (this.#style.target === 'absolute') return `/${path}`
    const relative = path.startsWith(folder) ? path.slice(folder.length) : `../${path}`
    return this.#style.target === 'other_case' ? relative.toUpperCase() : relative
  }

  #relation(id: string, kind: string, target: string): string {
    return `<Relationship Id="${id}" Type="${this.#style.isStrict ? STRICT : OPEN}/${kind}" Target="${target}"/>`
  }

  #relations(list: readonly string[]): string {
    return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  }

  #types(): string {
    const { bookPath, textsPath } = this.#style
    const override = (path: string, kind: string) =>
      `<Override PartName="/${path}" ContentType="${TYPES}.${kind}+xml"/>`
    return `<Types xmlns="t">${override(bookPath, 'sheet.main')}${override(textsPath, 'sharedStrings')}</Types>`
  }

  /** An element with the namespace prefix of the program. */
  #tag(name: string, attributes: string, content?: string): string {
    const full = `${this.#style.prefix}${name}`
    const open = `${full}${attributes === '' ? '' : ` ${attributes}`}`
    return content === undefined ? `<${open}/>` : `<${open}>${content}</${full}>`
  }

  #book(sheets: readonly GeneratedSheet[]): string {
    const list = sheets.map(({ name, isHidden }, at) => {
      const state = isHidden === true ? ' state="hidden"' : ''
      return this.#tag('sheet', `name="${escapeXml(name)}" sheetId="${at + 1}"${state} q:id="r${at}"`)
    })
    const workbookProperties = this.#style.is1904 ? this.#tag('workbookPr', 'date1904="1"') : ''
    return this.#tag('workbook', `xmlns:q="${OPEN}"`, workbookProperties + this.#tag('sheets', '', list.join('')))
  }

  #styleSheet(): string {
    const formats = `${this.#tag('numFmt', 'numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"')}${this.#tag('numFmt', 'numFmtId="165" formatCode="0000000000"')}${this.#tag('numFmt', 'numFmtId="166" formatCode="[$-415]dd/mm/yyyy;@"')}`
    const xf = (id: number) => this.#tag('xf', `numFmtId="${id}"`)
    const cells = xf(0) + xf(this.#style.days === 'custom' ? 166 : 14) + xf(164) + xf(165)
    return this.#tag(
      'styleSheet',
      '',
      this.#tag('numFmts', '', formats) + this.#tag('cellStyleXfs', '', xf(14)) + this.#tag('cellXfs', '', cells),
    )
  }

  #sharedTexts(): string {
    const list = this.#texts.map((text) => this.#tag('si', '', this.#richText(text)))
    return this.#tag('sst', `count="${list.length}"`, list.join(''))
  }

  #richText(text: string): string {
    const t = (part: string) => this.#tag('t', 'xml:space="preserve"', escapeXml(part).replaceAll('\n', '_x000a_'))
    const middle = Math.floor(text.length / 2)
    switch (this.#style.texts) {
      case 'rich':
        return (
          this.#tag('r', '', t(text.slice(0, middle))) +
          this.#tag('r', '', this.#tag('rPr', '', '') + t(text.slice(middle)))
        )
      case 'phonetic':
        return t(text) + this.#tag('rPh', 'sb="0" eb="1"', t('obce'))
      case 'cdata':
        return this.#tag('t', '', `<!-- <t>x</t> --><![CDATA[${text}]]>`)
      default:
        return t(text)
    }
  }

  #sheet({ rows, hidden }: GeneratedSheet): string {
    const list = rows.map((cells, at) => {
      const ref = this.#style.references ? ` r="${at + 1}"` : ''
      const attributes = `${ref}${hidden.has(at) ? ' hidden="1"' : ''}`.trim()
      return this.#tag('row', attributes, cells.map((cell, column) => this.#cell(cell, at, column)).join(''))
    })
    return this.#tag('worksheet', '', this.#tag('sheetData', '', list.join('')))
  }

  #cell(cell: GeneratedCell, row: number, column: number): string {
    const { references, blank } = this.#style
    const ref = references ? `r="${String.fromCharCode(65 + column)}${row + 1}" ` : ''
    if (cell.kind === 'empty') {
      if (blank === 'absent' && references) return ''
      return this.#tag('c', `${ref}${blank === 'shared' ? 't="s"' : ''}`.trim())
    }
    return cell.kind === 'text' ? this.#textCell(ref, cell.text) : this.#numberCell(ref, cell)
  }

  #textCell(ref: string, text: string): string {
    const { texts, damage } = this.#style
    if (texts === 'inline') return this.#tag('c', `${ref}t="inlineStr"`, this.#tag('is', '', this.#richText(text)))
    if (texts === 'formula') {
      const value = this.#tag('f', '', 'A1&amp;&quot;x&quot;') + this.#tag('v', '', escapeXml(text))
      return this.#tag('c', `${ref}t="str"`, value)
    }
    const knownIndex = this.#texts.indexOf(text)
    if (knownIndex === -1) this.#texts.push(text)
    const index = (knownIndex === -1 ? this.#texts.length - 1 : knownIndex) + (damage === 'wrong_index' ? 100_000 : 0)
    return this.#tag('c', `${ref}t="s"`, this.#tag('v', '', `${index}`))
  }

  #numberCell(ref: string, cell: GeneratedCell & { kind: 'number' | 'day' }): string {
    const { is1904, days } = this.#style
    if (cell.kind === 'day') {
      if (days === 'iso') {
        const value = `${cell.day}T${cell.isTimed ? '14:30' : '00:00:00'}`
        return this.#tag('c', `${ref}t="d"`, this.#tag('v', '', value.replace('T14:30', ' 14:30')))
      }
      const style = cell.isTimed ? STYLES.moment : STYLES.day
      return this.#tag('c', `${ref}s="${style}"`, this.#tag('v', '', `${serialOf(cell, is1904)}`))
    }
    const style = cell.zeros === undefined ? STYLES.plain : STYLES.zeros
    return this.#tag('c', `${ref}s="${style}"`, this.#tag('v', '', this.#digits(cell.digits)))
  }

  #digits(digits: string): string {
    if (this.#style.numbers === 'decimal') return `${digits}.0`
    return this.#style.numbers === 'exponent' ? Number(digits).toExponential().replace('e+', 'E') : digits
  }
}

export const writeXlsx = (sheets: readonly GeneratedSheet[], style: XlsxStyle): Uint8Array =>
  new XlsxWriter(style).write(sheets)
